import { expect, test } from "vitest";
import { schemaChecks } from "../src/tools/schema-check.ts";

const schema = {
  type: "object",
  properties: {
    orderId: { $ref: "#/$defs/orders.orderId" },
    to: { type: "array", items: { type: "string", pattern: "^c_" } },
    "a/b": { type: "string", pattern: "^x", examples: ["xyz"] },
    note: { type: "string", pattern: "^n" },
  },
  $defs: { "orders.orderId": { type: "string", pattern: "^ord_[a-z0-9]{4}$", examples: ["ord_9999"] } },
};

const check = schemaChecks()(() => schema, [{}, { orderId: "ord_0001", to: ["c_1"], note: "n".repeat(100) }]);

test.each<
  readonly [input: Readonly<Record<string, string | readonly string[]>>, path: string, problem: string]
>([
  [{ orderId: "0001" }, "/orderId", 'must be something like "ord_0001"'],
  [{ to: ["c_1", "2"] }, "/to/1", 'must be something like "c_1"'],
  [{ "a/b": "?" }, "/a~1b", 'must be something like "xyz"'],
  [{ note: "?" }, "/note", 'must match pattern "^n"'],
])("a text that does not match is answered with an example of the contract: %j", (input, path, problem) =>
  expect(check(input)).toEqual([{ path, problem }]),
);

test("the example of a type is taken if no input has one", () => {
  expect(schemaChecks()(() => schema)({ orderId: "1" })).toEqual([
    { path: "/orderId", problem: 'must be something like "ord_9999"' },
  ]);
});

test("an example draws nothing on a terminal", () => {
  const hostile = { type: "string", pattern: "^a", examples: ["a\u001b[31m\u202e"] };
  const [problem] = schemaChecks()(() => hostile)("b");
  expect(problem?.problem).toMatch(/^must be something like "a[\x20-\x7e]*"$/);
});

test.each([
  [["late", 2, null], 'must be one of "late", 2, null'],
  [["\u202elate"], 'must be one of "\\u{202e}late"'],
  [["x".repeat(300)], "must be equal to one of the allowed values"],
])("a value of another list is answered with the allowed ones, unless they are long: %j", (values, problem) =>
  expect(schemaChecks()(() => ({ enum: values }))("early")).toEqual([{ path: "", problem }]),
);
