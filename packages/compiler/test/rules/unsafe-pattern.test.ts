import { unsafePattern } from "../../src/rules/unsafe-pattern.ts";
import { checkRule } from "./check-rule.ts";

checkRule(unsafePattern, {
  valid: {
    "an identifier": { inputSchema: '{ id: { type: string, pattern: "^evt_[a-z0-9]{4,32}$" } }' },
    "groups that cannot overlap": {
      inputSchema: '{ id: { type: string, pattern: "^[a-z]+(_[a-z]+)*$" } }',
    },
    "nested repetition": { inputSchema: '{ id: { type: string, pattern: "^(a+)+$" } }' },
    "overlapping choices": { outputSchema: '{ id: { type: string, pattern: "^(a|a)*$" } }' },
    "repetition without an anchor": { inputSchema: '{ id: { type: string, pattern: "a+$" } }' },
    "look-around that is proven": { inputSchema: '{ id: { type: string, pattern: "^(?!x)[a-z]{1,9}$" } }' },
    "a value that merely looks like a pattern": { inputSchema: '{ id: { enum: ["^(a+)+$"] } }' },
  },
  invalid: {
    "look-around that is not": { inputSchema: '{ id: { type: string, pattern: ⟦"^(?!x)(a+)+$"⟧ } }' },
    "a back-reference": { outputSchema: '{ id: { type: string, pattern: ⟦"^(a+)+b\\\\1$"⟧ } }' },
    "a repetition of very much": { inputSchema: '{ id: { type: string, pattern: ⟦"^(a{100}b?){100}$"⟧ } }' },
    "a pattern of property names": {
      inputSchema: '{ type: object, patternProperties: { ⟦"^(a+)+$"⟧: string } }',
    },
  },
});
