import { invalidBudget } from "../../src/rules/invalid-budget.ts";
import { checkRule } from "./check-rule.ts";

const inputSchema = `{ ${[
  "cents: { type: integer, minimum: 0 }, above: { type: number, exclusiveMinimum: 0 }, size: { enum: [1, 5] }",
  "any: integer, below: { type: integer, minimum: -1 }, text: string, list: 'integer[]', free: string",
  "late?: { type: integer, minimum: 0 }, usual?: { type: integer, minimum: 0, default: 1 }",
  "either: { anyOf: [{ type: integer, minimum: 1 }, { type: integer, minimum: 2 }] }",
  "some: { anyOf: [{ type: integer, minimum: 1 }, { type: integer }] }",
  "pin: { type: integer, minimum: 0, sensitive: true }",
  "amount: { cents: { type: integer, minimum: 0 }, currency: EUR | USD }",
  "euros: { cents: { type: integer, minimum: 0 }, currency: { const: EUR } }",
  "maybe?: { cents: { type: integer, minimum: 0 } }",
].join(", ")} }`;
const given = (of: string, more = "") => ({
  inputSchema,
  budget: `{ of: ${of}, per: tenant, limit: 500, every: 24h${more} }`,
});
const unit = (name: string) => given("input.cents", `, unit: ${name}`);

checkRule(invalidBudget, {
  valid: {
    "no budget": { inputSchema },
    "an integer from 0": given("input.cents"),
    "a number above 0": given("input.above"),
    "listed numbers": given("input.size"),
    "an argument with a default": given("input.usual"),
    "a number in every alternative": given("input.either"),
    "an amount in one currency": given("input.euros.cents"),
    "an amount whose currencies are counted alone": given(
      "input.amount.cents",
      ", unit: input.amount.currency",
    ),
  },
  invalid: {
    "a name without input": given("⟦cents⟧"),
    "the input itself": given("⟦input⟧"),
    "an empty name": given("⟦input..cents⟧"),
    "an unknown argument": given("⟦input.cent⟧"),
    "an unknown one inside of another": given("⟦input.amount.cent⟧"),
    "a name of every object": given("⟦input.constructor⟧"),
    "an argument that may be absent": given("⟦input.late⟧"),
    "one inside of what may be absent": given("⟦input.maybe.cents⟧"),
    "any integer": given("⟦input.any⟧"),
    "a negative minimum": given("⟦input.below⟧"),
    "a negative number in one alternative": given("⟦input.some⟧"),
    "a text": given("⟦input.text⟧"),
    "a list": given("⟦input.list⟧"),
    "an object": given("⟦input.amount⟧"),
    "a secret": given("⟦input.pin⟧"),
    "an amount in several currencies": given("⟦input.amount.cents⟧"),
    "a unit that may be any text": unit("⟦input.free⟧"),
    "an unknown unit": unit("⟦input.money⟧"),
  },
});
