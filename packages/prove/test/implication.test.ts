import type { JsonSchema } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { implication } from "./implication.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    amount: { type: "integer", minimum: 0, maximum: 100_000 },
    price: { type: "number", exclusiveMinimum: 0 },
    kind: { enum: ["a", "b", "c"] },
    to: {
      type: "array",
      items: { type: "string", format: "email" },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
    },
    tags: { type: "array", items: { type: "string" }, maxItems: 5 },
    email: { type: "string", format: "email" },
    id: { type: "string", pattern: "^cus_[a-z0-9]{4,32}$" },
    note: { type: "string", maxLength: 40 },
    urgent: { type: "boolean" },
    money: { $ref: "#/$defs/money" },
    place: { anyOf: [{ type: "string" }, { type: "null" }] },
    many: { type: "integer", multipleOf: 10 },
    body: { type: "string", maxLength: 9_000_000 },
    ids: { type: "array", items: { type: "string" } },
    usual: { type: "integer", default: 3 },
    lines: {
      type: "array",
      items: {
        type: "object",
        properties: { count: { type: "integer" }, gift: { type: "boolean" } },
        required: ["count"],
      },
    },
  },
  required: ["amount", "kind", "to"],
  additionalProperties: false,
  $defs: {
    money: {
      type: "object",
      properties: { cents: { type: "integer", minimum: 1 }, currency: { enum: ["EUR", "USD"] } },
      required: ["cents", "currency"],
    },
  },
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isValid = ajv.compile(schema);

describe("is shown to hold for every call", () => {
  test.each([
    ["input.amount > 500", "input.amount >= 501"],
    ["input.amount > 500", "input.amount > 499"],
    ["input.amount > 100000", "input.kind == 'a'"],
    ["!(input.kind == 'a')", "input.kind in ['b', 'c']"],
    ["input.kind == 'a' || input.kind == 'b' || input.kind == 'c'", "true"],
    ["size(input.to) > 10", "input.to.size() >= 11"],
    ["size(input.to) > 0", "true"],
    ["true", "size(input.to) >= 1"],
    ["!has(input.email) && !has(input.note)", "!(has(input.email) || has(input.note))"],
    ["input.many > 0", "has(input.many) && input.many >= 10 || !has(input.many)"],
    ["input.money.cents > 5000", "input.money.cents > 50"],
    ["input.usual == 3", "has(input.usual)"],
    ["input.price <= 0.0", "!has(input.price)"],
    ["input.note.startsWith('abc')", "input.note.startsWith('ab')"],
    ["input.note.startsWith('abc')", "input.note.contains('bc')"],
    ["input.note.endsWith('.org')", "!(has(input.note) && input.note == 'x.com')"],
    ["'x' in input.tags && 'y' in input.tags", "size(input.tags) >= 2"],
    ["input.to.exists(x, x.endsWith('@a.com'))", "!input.to.all(x, !x.endsWith('@a.com'))"],
    ["has(input.lines) && input.lines.exists(l, l.count > 5)", "!has(input.lines) || size(input.lines) > 0"],
    ["principal.kind == 'agent'", "principal.kind != 'user'"],
    ["'p' in principal.permissions", "size(input.to) > 0 || 'p' in principal.permissions"],
    ["env.name == 'live' && input.amount > 5", "env.name == 'live'"],
    ["input.amount > 5 ? input.kind == 'a' : input.urgent", "input.kind == 'a' || input.urgent"],
    // What is not known is the same wherever it is written the same.
    ["input.amount > 5 && now.getHours() < 8", "input.amount > 4"],
    ["input.amount * 2.0 + input.usual > 50", "input.amount * 2.0 + input.usual > 40"],
    ["principal.authTime < now && input.amount > 5", "principal.authTime < now"],
  ])("%s: %s", (one, other) => expect(implication(one, other, schema).verdict).toBe("proved"));
});

describe("is disproved by a call that the schema accepts", () => {
  test.each([
    ["input.amount > 500", "input.amount > 501", { amount: 501 }],
    ["input.amount > 500", "input.amount >= 500 && input.kind != 'a'", { kind: "a" }],
    ["input.kind != 'a'", "input.kind == 'b'", { kind: "c" }],
    ["size(input.to) > 10", "size(input.to) > 11", {}],
    ["has(input.email)", "has(input.note)", {}],
    ["has(input.email) && input.email.endsWith('@a.com')", "input.email.endsWith('@b.a.com')", {}],
    ["has(input.id)", "input.id.startsWith('cus_1')", {}],
    ["input.many >= 10", "input.many > 10 || !has(input.many)", { many: 10 }],
    ["has(input.place) && input.place == null", "input.place != null", { place: null }],
    ["input.to.exists(x, x.endsWith('@a.com'))", "input.to.all(x, x.endsWith('@a.com'))", {}],
    ["input.money.cents > 50", "has(input.money) && input.money.currency == 'EUR'", {}],
    ["input.lines.exists(l, l.count > 5)", "input.lines.exists(l, l.count > 6) || !has(input.lines)", {}],
    // An absent field cannot be evaluated, so the rule applies.
    ["input.note == 'x'", "has(input.note)", {}],
    ["true", "input.amount * 2.0 > 5", { amount: 0 }],
  ])("%s: %s", (one, other, part) => {
    const answer = implication(one, other, schema);
    expect(answer).toMatchObject({ verdict: "counterexample", call: { input: part } });
    const input = answer.verdict === "counterexample" ? answer.call.input : undefined;
    expect([isValid(input), isValid.errors]).toEqual([true, null]);
  });
});

test("conditions about twenty fields that may be absent are decided, because one part can decide alone", () => {
  const names = Array.from({ length: 20 }, (_each, at) => `field${at}`);
  const wide: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])),
  };
  const all = names.map((name) => `(has(input.${name}) && input.${name} > 5)`);
  const fewer = all.slice(1).join(" && ");
  expect(implication(all.join(" && "), fewer, wide)).toMatchObject({ verdict: "proved" });
  expect(implication(fewer, all.join(" && "), wide)).toMatchObject({ verdict: "counterexample" });
  expect(implication(all.slice(1).join(" || "), all.join(" || "), wide)).toMatchObject({ verdict: "proved" });
});

describe("is not decided, for a part that is named", () => {
  test.each([
    ["true", "now.getHours() < 8", "now.getHours() < 8", "it depends on the clock"],
    [
      "input.note.size() < 5 && input.note.startsWith('abcdefgh')",
      "!has(input.note)",
      "input.note.size() < 5 && input.note.startsWith('abcdefgh')",
      "it looks for texts that are longer than the text may be",
    ],
    [
      "true",
      "!has(input.body) || size(input.body) < 5000000",
      "!has(input.body) || size(input.body) < 5000000",
      "it asks about too many texts, or too long ones",
    ],
    [
      "true",
      "!has(input.ids) || size(input.ids) < 30000",
      "!has(input.ids) || size(input.ids) < 30000",
      "it asks about lists that are too long to build",
    ],
    ["input.nothing > 3", "true", "input.nothing > 3", "it is no condition over these arguments"],
  ])("%s: %s", (one, other, expression, why) =>
    expect(implication(one, other, schema)).toMatchObject({ verdict: "undecidable", expression, why }),
  );
});
