import { unsafePattern } from "../../../src/rules/contract/unsafe-pattern.ts";
import { checkRule } from "../check-rule.ts";

checkRule(unsafePattern, {
  valid: {
    "an identifier": { inputSchema: '{ id: { type: string, pattern: "^evt_[a-z0-9]{4,32}$" } }' },
    "groups that cannot overlap": {
      inputSchema: '{ id: { type: string, pattern: "^[a-z]+(_[a-z]+)*$" } }',
    },
    "a value that merely looks like a pattern": { inputSchema: '{ id: { enum: ["^(a+)+$"] } }' },
  },
  invalid: {
    "nested repetition": { inputSchema: '{ id: { type: string, pattern: ⟦"^(a+)+$"⟧ } }' },
    "overlapping choices": { outputSchema: '{ id: { type: string, pattern: ⟦"^(a|a)*$"⟧ } }' },
    "repetition without an anchor": { inputSchema: '{ id: { type: string, pattern: ⟦"a+$"⟧ } }' },
    "a pattern of property names": {
      inputSchema: '{ type: object, patternProperties: { ⟦"^(a+)+$"⟧: string } }',
    },
  },
});
