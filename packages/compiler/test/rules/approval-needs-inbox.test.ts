import { approvalNeedsInbox } from "../../src/rules/approval-needs-inbox.ts";
import { checkRule } from "./check-rule.ts";

checkRule(approvalNeedsInbox, {
  valid: {
    "the inbox": { confirmation: "{ always: true, approver: other, approvers: 2, by: inbox }" },
    "no place": { confirmation: "{ always: true, approver: other, approvers: 2 }" },
    "the person who asked, in the client": { confirmation: "{ always: true, approver: self, by: here }" },
    "one person, in either": { confirmation: "{ always: true, approvers: 1, by: either }" },
  },
  invalid: {
    "somebody else in the client": { confirmation: "{ always: true, approver: other, by: ⟦here⟧ }" },
    "somebody else in either": { confirmation: "{ always: true, approver: other, by: ⟦either⟧ }" },
    "two people in the client": { confirmation: "{ always: true, approvers: 2, by: ⟦here⟧ }" },
    "an edit in the client": { confirmation: "{ always: true, edit: [text], by: ⟦here⟧ }" },
    "several at once in the client": { confirmation: "{ always: true, together: 5, by: ⟦here⟧ }" },
    "in a refinement": {
      riskLevel: "high",
      confirmation: "{ always: true, approvers: 3 }",
      refine: "[{ when: input.text == 'a', confirmation: { always: true, approvers: 2, by: ⟦either⟧ } }]",
    },
  },
});
