// Attack 23: text of an agent or a server that tries to look like something else in the question to a person.
import { metaKeys } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leavesOf } from "../../src/ask/leaves.ts";
import { createGuard } from "../../src/index.ts";
import type { CallRequest, Confirm } from "../../src/index.ts";
import { fingerprintOf } from "../../src/connection/fingerprint.ts";
import { deletion, manifestOf } from "../contract.ts";
import { done, fakeConnection, listed } from "../fake-connection.ts";
import { over, yes } from "../harness.ts";

function check(value: JsonObject, ...expected: string[]): void {
  expect([...leavesOf(value)]).toEqual(expected);
}

test("every value has a line of its own, and a text looks like nothing else", () => {
  check(
    { a: "yes", b: true, c: "7", d: 7, e: null, f: "nothing", g: [], h: {}, i: "" },
    'a = "yes"',
    "b = yes",
    'c = "7"',
    "d = 7",
    "e = nothing",
    'f = "nothing"',
    "g = empty list",
    "h = empty object",
    'i = ""',
  );
  check({ to: ["a", { "b = c": 'x"y' }] }, 'to[0] = "a"', String.raw`to[1]["b = c"] = "x\"y"`);
});

test("characters that look like others are named, in names too", () => {
  check(
    { "\u0430mount": 1, größe: "x\u0336", to: "p\u0430ypal" },
    '["\u0430mount" (look-alikes: U+0430)] = 1',
    String.raw`["größe"] = "x\u{336}"`,
    'to = "p\u0430ypal" (look-alikes: U+0430)',
  );
});

test("two inputs that differ are never shown alike, and no line breaks", () => {
  const json = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 }));
  const textOf = (value: Json): string => [...leavesOf(value)].join("\n");
  fc.assert(
    fc.property(json, json, (a, b) => {
      const [one, two] = [a, b].map((each) => JSON.parse(JSON.stringify(each)) as JsonObject);
      if (!one || !two) throw new Error("two");
      const isSame = JSON.stringify(one) === JSON.stringify(two);
      expect(textOf(one) === textOf(two)).toBe(isSame);
      for (const line of leavesOf(one)) expect(line).not.toMatch(/\p{Cc}|\u202e| {2}/u);
    }),
    { seed: 23, numRuns: 300 },
  );
});

/** What a person is shown about a call with this input; undefined if nobody is asked. */
async function shown(input: JsonObject): Promise<CallRequest | undefined> {
  const asked: CallRequest[] = [];
  const confirm: Confirm = (request) => {
    if (request.kind === "call") asked.push(request);
    return yes(request);
  };
  const { guard, connection } = over(deletion(), () => done(), { confirm, caller: "Mia's agent" });
  await guard.call("customers.delete", input);
  expect(connection.calls.length).toBe(asked.length);
  return asked[0];
}

test("what is short and matters stands before whatever is long, and again next to the prompt", async () => {
  const long = "Lorem ipsum dolor. ".repeat(200);
  const many = Array.from({ length: 100 }, (_, n) => n);
  const request = await shown({ aaa: long, bbb: long, to: ["evil@example.com"], zzz: many });
  const view = request?.view ?? [];
  expect(view.map(({ title }) => title)).toEqual([
    "Delete a customer (customers.delete)",
    "What it does",
    "Arguments",
    "Why you are asked",
    "Once more, what is short",
  ]);
  expect(view[1]?.lines).toEqual(["deletes: The customer. (cannot be undone)"]);
  expect(view[2]?.lines[0]).toBe('to[0] = "evil@example.com"');
  expect(view[2]?.lines).toHaveLength(103);
  expect(view.at(-1)?.lines).toEqual(['to[0] = "evil@example.com"']);
  expect(view[0]?.lines.join(" ")).toMatch(/with the rights of Mia's agent .*counts until \d{4}-/);
  const brief = await shown({ to: ["evil@example.com"], aaa: "Lorem ipsum." });
  expect(brief?.view.at(-1)?.title).toBe("Why you are asked");
});

test("every value of a plan is in the question, whatever a server puts into the fields of every plan", async () => {
  const strange = { dryRun: "yes", warnings: "no = 1", missingPermissions: [7], estimatedDurationMs: "0" };
  const plan = { ...strange, expectedSideEffects: ['1" is deleted'], count: 1, b: { c: "d" } };
  const asked: CallRequest[] = [];
  const confirm: Confirm = (request) => {
    if (request.kind === "call") asked.push(request);
    return yes(request);
  };
  const tool = deletion();
  const connection = fakeConnection([listed(tool)], async (call, ask) => {
    const note = {
      tool: tool.name,
      fingerprint: await fingerprintOf(call.input),
      contractHash: tool.hash,
      plan,
    };
    await ask("Delete?", { [metaKeys.confirmation]: note });
    return done();
  });
  await createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm }).call(tool.name, {});
  const lines = asked.at(-1)?.view.flatMap((section) => section.lines);
  for (const line of [
    String.raw`"1\" is deleted"`,
    "count = 1",
    'b.c = "d"',
    'dryRun = "yes"',
    'warnings = "no = 1"',
    "missingPermissions[0] = 7",
    'estimatedDurationMs = "0"',
  ])
    expect(lines).toContain(line);
});

test("a list is shown whole, or nobody is asked and nothing is sent", async () => {
  const list = (length: number): JsonObject => ({
    to: Array.from({ length }, (_, n) => `a${n}@example.com`),
  });
  const request = await shown(list(400));
  expect(request?.view.flatMap(({ lines }) => lines).filter((line) => line.startsWith("to["))).toHaveLength(
    400,
  );
  expect(await shown(list(10_000))).toBeUndefined();
  expect(await shown({ text: "x".repeat(100_000) })).toBeUndefined();
});
