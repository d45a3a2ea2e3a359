import { escapeText, type Json, type JsonObject } from "@proviso/manifest";
import { editsIn } from "@proviso/server";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { printEdit } from "./print-approval.ts";
import {
  approvalOf,
  decisionOptions,
  operatorIn,
  reasonIn,
  type ApprovalsCommand,
  type ApprovalsCommandLine,
} from "./approvals-command.ts";

const changeOptions: ApprovalsCommand["options"] = {
  set: { type: "string", multiple: true },
  revision: { type: "string" },
};

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
    options: name === "approve" ? { ...decisionOptions, ...changeOptions } : decisionOptions,
    async run(request, host) {
      const by = operatorIn(request);
      const { id } = await approvalOf(request);
      const options = { via: "terminal", ...reasonIn(request), ...changeIn(request) };
      const decided = await request.desk[name](id, by, options);
      if (!decided.ok) {
        host.err(`proviso approvals: ${decided.message}`);
        return exitCodes.refused;
      }
      const { edited, rules, decisions, revision = 0, state, terms } = decided.approval;
      if (edited?.isUnbound) {
        host.out(
          `changed ${escapeText(terms.tool)} (${editsIn(decided.approval).map(printEdit).join("; ")})`,
        );
        host.out(
          `nobody has approved it yet: when the agent calls again it is checked and planned; then approve it with --revision ${revision + 1}`,
        );
        return exitCodes.clean;
      }
      const missing = rules.approvers - decisions.filter(({ verdict }) => verdict === "approve").length;
      const rest = state === "pending" ? `, ${missing} more to go` : "";
      host.out(`${name === "approve" ? "approved" : "denied"} ${escapeText(terms.tool)}${rest}`);
      return exitCodes.clean;
    },
  };
}

/** What `--set` and `--revision` say. */
function changeIn({ values: { revision, set } }: ApprovalsCommandLine): {
  readonly change?: JsonObject;
  readonly revision?: number;
} {
  const pairs = Array.isArray(set) ? set.map((each) => pairIn(String(each))) : [];
  return {
    ...(typeof revision === "string" && { revision: Number(revision) }),
    ...(pairs.length > 0 && { change: Object.fromEntries(pairs) }),
  };
}

function pairIn(text: string): readonly [name: string, value: Json] {
  const [name = "", ...rest] = text.split("=");
  try {
    if (name !== "" && rest.length > 0) return [name, JSON.parse(rest.join("="))];
  } catch {
    // Said below.
  }
  throw new UsageError(
    "write `--set NAME=VALUE` with a value in JSON, such as `--set amount=50` or `--set 'to=[\"a@b.example\"]'`",
  );
}
