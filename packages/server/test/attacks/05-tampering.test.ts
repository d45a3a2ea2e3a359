// Other principals, tenants, tools and contracts: `test/stages/confirm.test.ts`.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@proviso/manifest";
import { fixture, highRisk, tool } from "../sample.ts";
import { exchanges, type Exchange } from "./exchanges.ts";

const inputSchema = { type: "object" };

/** Approves one input and sends another with the answer: it runs if and only if they are the same JSON. */
async function checkOver({ ask, bring, seen }: Exchange, approved: object, sent: unknown): Promise<void> {
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema })] });
  const state = await ask(server, "notes.create", approved);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  const word = await bring(server, "notes.create", sent, answer).catch(() => "malformed");
  const same = isSame(approved, seen(sent));
  expect([word === "completed", server.ran.map((input) => canonicalJson(input))]).toEqual([
    same,
    same ? [canonicalJson(approved as never)] : [],
  ]);
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one as never) === canonicalJson(other as never);
  } catch {
    return false;
  }
}

const json = (text: string): unknown => JSON.parse(text);
const cases: readonly (readonly [string, object, unknown])[] = [
  ["another type", { a: 1 }, { a: "1" }],
  ["a number's other spelling as text", { a: "1" }, { a: "1.0" }],
  ["1.0 for 1, which is the same number", { a: 1 }, json('{"a":1.0}')],
  ["-0 for 0, which is the same number in JSON", { a: 0 }, { a: -0 }],
  ["2^53+1 for 2^53, which is the same number once parsed", { a: 2 ** 53 }, json('{"a":9007199254740993}')],
  ["2^53+2 for 2^53", { a: 2 ** 53 }, { a: 2 ** 53 + 2 }],
  ["a big integer", { a: 1 }, { a: 1n }],
  ["another Unicode form", { a: "\u00e9" }, { a: "e\u0301" }],
  ["a look-alike", { a: "paypal" }, { a: "p\u0430ypal" }],
  ["an unseen character", { a: "x" }, { a: "x\u200b" }],
  ["null for absence", {}, { a: null }],
  ["an added field", { a: 1 }, { a: 1, b: 1 }],
  ["an own `__proto__`", { a: 1 }, json('{"a":1,"__proto__":{"b":1}}')],
  ["an own `constructor`", { a: 1 }, { a: 1, constructor: {} }],
  ["a list in another order", { a: [1, 2] }, { a: [2, 1] }],
  ["a list as an object", { a: [1] }, { a: { 0: 1 } }],
  ["another order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }],
];
describe.each(exchanges)("$name", (exchange) => {
  const check = checkOver.bind(undefined, exchange);

  test.each(cases)("tampering: %s", (_, approved, sent) => check(approved, sent));

  test("whatever is changed anywhere, only the same JSON passes, and what runs is what was approved", async () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    const change = fc.record({ at: fc.nat(), to: fc.jsonValue({ maxDepth: 1 }) });
    await fc.assert(
      fc.asyncProperty(value, change, async (approved, { at, to }) => {
        fc.pre(isSame(approved, json(JSON.stringify(approved))));
        await check(approved, replaceLeaf(approved, { left: at % (leaves(approved) + 1), to }));
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });
});

function leaves(value: unknown): number {
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0)
    : 1;
}

/** A copy with its nth leaf replaced. */
function replaceLeaf(value: unknown, edit: { left: number; readonly to: unknown }): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceLeaf(item, edit));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceLeaf(item, edit)]));
  return edit.left-- === 0 ? edit.to : value;
}
