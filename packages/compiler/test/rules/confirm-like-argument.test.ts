import { confirmLikeArgument } from "../../src/rules/confirm-like-argument.ts";
import { checkRule } from "./check-rule.ts";

checkRule(confirmLikeArgument, {
  valid: {
    "ordinary arguments": { inputSchema: "{ conference: string, approver?: string, forceful?: boolean }" },
    "words in which others are": { inputSchema: "{ analysisApprovals: integer, thisConsentForm: string }" },
    "what is no flag": {
      inputSchema:
        '{ approved_by?: string, approved?: date, confirmation?: { email: string }, consent?: "string[]" }',
    },
    "data inside an argument": {
      inputSchema:
        "{ options: { confirm: boolean }, parts: { type: array, items: { id: string, approved?: boolean } } }",
    },
    "an argument that forces": { inputSchema: "{ force?: boolean }" },
    "a flag of a tool that clients know, of which a person confirms each call": {
      wireName: "drop",
      riskLevel: "high",
      sideEffects: "[deletes: A note.]",
      inputSchema: "{ confirm: boolean }",
    },
    "a flag of a tool that clients know and that only reads": {
      wireName: "find",
      inputSchema: "{ approved: boolean }",
    },
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
    "one that may be null": { inputSchema: "{ ⟦confirmed⟧: { type: [boolean, 'null'] } }" },
    "one that is yes or no": { inputSchema: '{ ⟦confirm⟧: "yes | no" }' },
    "one that is a named type": { inputSchema: "{ ⟦approved⟧: flag }" },
    "one of a tool that clients know and of which nobody is asked": {
      wireName: "note",
      sideEffects: "[creates: A note.]",
      inputSchema: "{ ⟦confirm⟧: boolean }",
    },
    "one of one form of the input": {
      inputSchema: "{ oneOf: [{ id: string }, { name: string, ⟦approved⟧: boolean }] }",
    },
    "one in a named type that is the whole input, at the field": {
      riskLevel: "low\n    ⟦inputSchema⟧: manner",
      inputSchema: null,
    },
  },
  header: "types: { manner: { userConfirmed: boolean }, flag: boolean }\n",
});
