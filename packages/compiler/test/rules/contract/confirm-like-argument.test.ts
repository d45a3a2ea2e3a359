import { confirmLikeArgument } from "../../../src/rules/contract/confirm-like-argument.ts";
import { checkRule } from "../check-rule.ts";

checkRule(confirmLikeArgument, {
  valid: {
    "ordinary arguments": { inputSchema: "{ conference: string, approver?: string, forceful?: boolean }" },
    "words in which others are": { inputSchema: "{ analysisApprovals: integer, thisConsentForm: string }" },
    "values, and descriptions": {
      inputSchema:
        '{ what: confirm | force, how?: { type: string, default: confirm, description: "force: yes" } }',
    },
  },
  invalid: {
    "an argument that confirms": { inputSchema: "{ id: string, ⟦confirm⟧: boolean }" },
    "an optional argument that confirms": { inputSchema: "{ id: string, ⟦userApproved?⟧: boolean }" },
    "such an argument in JSON Schema": {
      inputSchema: "{ type: object, properties: { ⟦skip_confirmation⟧: { type: boolean } } }",
    },
    "an argument that forces": { inputSchema: "{ ⟦force?⟧: boolean }" },
    "one inside another": { inputSchema: "{ options: { ⟦confirm⟧: boolean }, ⟦confirm⟧: boolean }" },
    "one inside of each of a list": {
      inputSchema: "{ parts: { type: array, items: { id: string, ⟦approved?⟧: boolean } } }",
    },
    "one in a part of a schema": {
      inputSchema: "{ target: { anyOf: [{ id: string }, { name: string, ⟦override⟧: boolean }] } }",
    },
    "one in a named type, at the argument that has it": {
      inputSchema: "{ id: string, ⟦options?⟧: manner, more?: manner }",
    },
    "one in a named type that is the whole input, at the field": {
      riskLevel: "low\n    ⟦inputSchema⟧: manner",
      inputSchema: null,
    },
  },
  header: 'types: { manner: { how: "inner[]" }, inner: { userConfirmed: boolean } }\n',
});
