import type { WrittenConfirmation } from "../decode/document.ts";
import { type RuleReport, type ToolRule, toolRule } from "./facts/rule.ts";

export const approvalNeedsInbox: ToolRule = toolRule({
  code: "contract/approval-needs-inbox",
  summary:
    "Somebody else, several people and holders of a permission approve in the inbox, not in the client that calls.",
  check({ written }, report) {
    const refined = (written.refine ?? []).map(({ fields }) => fields.confirmation);
    for (const confirmation of [written.confirmation, ...refined])
      if (confirmation) checkPlace(confirmation.value, report);
  },
});

function checkPlace(confirmation: WrittenConfirmation, report: RuleReport): void {
  const { by, approver, approvers, edit, from, together } = confirmation;
  if (!by || by.value === "inbox") return;
  const reason = [
    ...(approver?.value === "other" ? ["`approver: other`"] : []),
    ...(approvers && approvers.value > 1 ? [`\`approvers: ${approvers.value}\``] : []),
    ...(from && by.value === "here" ? ["`from`"] : []),
    ...(edit && by.value === "here" ? ["`edit`"] : []),
    ...(together && by.value === "here" ? ["`together`"] : []),
  ].at(0);
  if (reason === undefined) return;
  report(
    `${reason} needs \`by: inbox\`: the client that calls belongs to one person`,
    by.span,
    "write `by: inbox`, or leave `by` out",
  );
}
