import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-text.ts";
import { useChild } from "./in-child.ts";

const compileInChild = useChild();

/** Expects these codes, each once, in little time and memory. */
async function check(text: string, ...codes: string[]): Promise<void> {
  const { diagnostics } = await compileInChild([{ path: "things.yaml", text }]);
  expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(codes);
}

const many = 16;
const circle = Array.from(
  { length: many },
  (_each, index) => `  t${index}: { next: t${(index + 1) % many} }\n`,
);
const doubling = Array.from({ length: many }, (_each, index) =>
  index === 0 ? "  t0: string\n" : `  t${index}: { a: t${index - 1}, b: t${index - 1} }\n`,
);

describe("regular expressions", () => {
  const bombs = [
    "^(a+)+$",
    "^(a|a)*$",
    "^(.*a){20}$",
    "^([a-z]+)*@",
    "a*b*a*b*a*b*c",
    `^${"(a?)".repeat(30)}${"a".repeat(30)}$`,
  ];
  test.each(bombs)("%s is no bomb, and is tried on an example", (pattern) =>
    check(
      contractOf({
        inputSchema: `{ a: { type: string, pattern: "${pattern}" } }`,
        examples: `[{ input: { a: "${"a".repeat(1000)}!" } }]`,
      }),
      "contract/invalid-example",
    ),
  );
  test.each(bombs.map((bomb) => `(?=a)${bomb}`))("%s needs backtracking, and is an error", (pattern) =>
    check(
      contractOf({ inputSchema: `{ a: { type: string, pattern: "${pattern}" } }` }),
      "contract/unsafe-pattern",
    ),
  );
  test("one that is unsafe is not tried on an example", () =>
    check(
      contractOf({
        inputSchema: '{ a: { type: string, pattern: "^(?=a)(a+)+$" } }',
        examples: `[{ input: { a: "${"a".repeat(60)}!" } }]`,
      }),
      "contract/unsafe-pattern",
    ));
});

describe("schemas", () => {
  test("a type that holds itself", () =>
    check(contractOf({ inputSchema: "{ a: t }" }, "types: { t: { a: t } }\n"), "resolve/recursive-type"));
  test("a long circle of types", () =>
    check(contractOf({}, `types:\n${circle.join("")}`), "resolve/recursive-type"));
  test("types that double with each name", () =>
    check(contractOf({ inputSchema: `{ a: t${many - 1} }` }, `types:\n${doubling.join("")}`)));
  test("a way through more types than anyone follows, from either end", async () => {
    const way = Array.from({ length: 10_000 }, (_each, index) => `  t${index}: { a: t${index + 1} }\n`);
    const last = "  t10000: string\n";
    for (const types of [
      [...way, last],
      [last, ...way.toReversed()],
    ])
      await check(contractOf({ inputSchema: "{ a: t0 }" }, `types:\n${types.join("")}`), "type/too-deep");
  });
  test("as much nesting in as many types as may be", () => {
    const nested = (index: number): string => `${"{ a: ".repeat(22)}t${index}${" }".repeat(22)}`;
    const way = Array.from({ length: many - 1 }, (_each, index) => `  t${index}: ${nested(index + 1)}\n`);
    const types = `types:\n${way.join("")}  t${many - 1}: string\n`;
    const text = contractOf({ inputSchema: "{ a: t0 }", examples: "[{ input: { a: 1 } }]" }, types);
    return check(text, "contract/invalid-example");
  });
  test.each([
    ["properties", `{ a: ${"{ a: ".repeat(40)}string${" }".repeat(40)} }`],
    ["lists in a type expression", `{ a: "string${"[]".repeat(900)}" }`],
    ["lists and unions in turn", `{ a: "${"(".repeat(100)}string${"[] | integer)".repeat(100)}" }`],
    ["items", `{ a: ${"{ type: array, items: ".repeat(40)}string${" }".repeat(40)} }`],
    ["allOf", `{ a: ${"{ allOf: [".repeat(25)}{ type: string }${"] }".repeat(25)} }`],
  ])("nested beyond reading: %s", (_name, inputSchema) =>
    check(contractOf({ inputSchema }), "type/too-deep"),
  );
  test("parentheses alone nest nothing", () =>
    check(contractOf({ inputSchema: `{ a: "${"(".repeat(900)}string${")".repeat(900)}" }` })));
});
