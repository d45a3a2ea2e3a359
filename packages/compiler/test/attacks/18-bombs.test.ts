import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-text.ts";
import { compileInChild } from "./in-child.ts";

/** Expects these codes, each once, in little time and memory. */
async function check(text: string, ...codes: string[]): Promise<void> {
  const { diagnostics } = await compileInChild([{ path: "things.yaml", text }]);
  expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(codes);
}

const many = 500;
const circle = Array.from(
  { length: many },
  (_each, index) => `  t${index}: { next: t${(index + 1) % many} }\n`,
);
const doubling = Array.from({ length: many }, (_each, index) =>
  index === 0 ? "  t0: string\n" : `  t${index}: { a: t${index - 1}, b: t${index - 1} }\n`,
);

describe("regular expressions", () => {
  test.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(.*a){20}$",
    "^([a-z]+)*@",
    "a*b*a*b*a*b*c",
    `^${"(a?)".repeat(30)}${"a".repeat(30)}$`,
  ])("%s is an error", (pattern) =>
    check(
      contractOf({ inputSchema: `{ a: { type: string, pattern: "${pattern}" } }` }),
      "contract/unsafe-pattern",
    ),
  );
  test("one that is unsafe is not tried on an example", () =>
    check(
      contractOf({
        inputSchema: '{ a: { type: string, pattern: "^(a+)+$" } }',
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
