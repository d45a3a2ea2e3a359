import { escapeText } from "@proviso/manifest";
import { exitCodes } from "./exit-codes.ts";
import {
  approvalOf,
  decisionOptions,
  operatorIn,
  reasonIn,
  type ApprovalsCommand,
} from "./approvals-command.ts";

export const approve: ApprovalsCommand = decision(
  "approve",
  "Approve one call: it runs once, when it is made again with the same arguments.",
);
export const deny: ApprovalsCommand = decision("deny", "Deny one call, also after others have approved it.");

function decision(name: "approve" | "deny", summary: string): ApprovalsCommand {
  return {
    name,
    summary,
    subject: "ID",
    options: decisionOptions,
    async run(request, host) {
      const by = operatorIn(request);
      const { id } = await approvalOf(request);
      const decided = await request.desk[name](id, by, { via: "terminal", ...reasonIn(request) });
      if (!decided.ok) {
        host.err(`proviso approvals: ${decided.message}`);
        return exitCodes.refused;
      }
      const { rules, decisions, state, terms } = decided.approval;
      const missing = rules.approvers - decisions.filter(({ verdict }) => verdict === "approve").length;
      const rest = state === "pending" ? `, ${missing} more to go` : "";
      host.out(`${name === "approve" ? "approved" : "denied"} ${escapeText(terms.tool)}${rest}`);
      return exitCodes.clean;
    },
  };
}
