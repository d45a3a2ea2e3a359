import { confirmLikeArgument } from "../../../src/rules/contract/confirm-like-argument.ts";
import { checkRule } from "../check-rule.ts";

checkRule(confirmLikeArgument, {
  valid: {
    "ordinary arguments": { inputSchema: "{ conference: string, approver?: string, forceful?: boolean }" },
  },
  invalid: {
    "an argument that confirms": { inputSchema: "{ id: string, ⟦confirm⟧: boolean }" },
    "an optional argument that confirms": { inputSchema: "{ id: string, ⟦userApproved?⟧: boolean }" },
    "such an argument in JSON Schema": {
      inputSchema: "{ type: object, properties: { ⟦skip_confirmation⟧: { type: boolean } } }",
    },
    "an argument that forces": { inputSchema: "{ ⟦force?⟧: boolean }" },
  },
});
