// The language reference lists the functions of conditions: each of CEL's is there with an example that holds, or is refused.
import { readFileSync } from "node:fs";
import { Environment } from "@marcbachmann/cel-js";
import { describe, expect, test } from "vitest";
import { checkCondition, compileCondition } from "../src/conditions/condition.ts";
import type { JsonSchema } from "../src/index.ts";

const reference = readFileSync(new URL("../../compiler/LANGUAGE.md", import.meta.url), "utf8");
const [, section = ""] = reference.split("### Functions and operators of CEL\n");
const examples = [...section.slice(0, section.indexOf("\n#")).matchAll(/^\| .* \| `(.*)` \|$/gm)].map(
  ([, example = ""]) => example.replaceAll("\\|", "|"),
);

const text = { type: "string" };
const inputSchema: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["to", "count", "amount", "status", "dueAt", "subject"],
  properties: {
    to: { type: "array", items: text },
    count: { type: "integer" },
    amount: { type: "number" },
    status: { enum: ["open", "closed"] },
    dueAt: { ...text, format: "date-time" },
    subject: text,
    note: text,
  },
};
const scope = {
  input: {
    to: ["ann@acme.example", "bob@else.example"],
    count: 12,
    amount: 600,
    status: "open",
    dueAt: "2026-03-01T20:30:00Z",
    subject: "Invoice 7",
    note: "soon",
  },
  principal: { permissions: ["orders:refund"], authTime: new Date("2026-03-01T11:00:00Z") },
  env: { name: "live" },
  now: new Date("2026-03-01T12:00:00Z"),
};

/** Functions that no condition may call, or that only values have which a condition cannot make. */
const refused: Readonly<Record<string, string>> = {
  matches: "input.subject.matches('a+')",
  double: "double(input.subject) > 1.0",
  bytes: "size(bytes(input.subject)) > 1",
  uint: "uint(input.count) > 1u",
  dyn: "dyn(input.count) == 1",
  json: "b'{}'.json() == {}",
  hex: "b'a'.hex() == '61'",
  base64: "b'a'.base64() == 'YQ=='",
  at: "b'a'.at(0) == 97",
  hasValue: "optional.of(1).hasValue()",
  value: "optional.of(1).value() == 1",
  none: "optional.none() == optional.none()",
  of: "optional.of(1) == optional.of(1)",
  or: "optional.of(1).or(optional.of(2)) == optional.of(1)",
  orValue: "optional.of(1).orValue(2) == 1",
};

test.each(examples)("the example %s compiles and holds", (example) => {
  expect(checkCondition(example, inputSchema)).toEqual({ ok: true });
  expect(compileCondition(example, inputSchema)(scope)).toBe(true);
});

describe("each function of CEL", () => {
  test("has an example in the reference, or is refused", () => {
    const names = new Environment().getDefinitions().functions.map(({ name }) => name);
    const shown = examples.flatMap((example) =>
      [...example.matchAll(/(\w+)\(/g)].map(([, name = ""]) => name),
    );
    expect([...new Set([...shown, ...Object.keys(refused)])].toSorted()).toEqual(
      [...new Set(names)].toSorted(),
    );
  });

  test.each(Object.entries(refused))("%s is refused", (_name, expression) => {
    expect(checkCondition(expression, inputSchema)).toMatchObject({ ok: false });
  });
});
