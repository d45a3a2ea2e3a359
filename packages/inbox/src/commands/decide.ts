import { escapeText, type Json, type JsonObject } from "@proviso/manifest";
import { editsIn } from "../approvals/narrow.ts";
import { exitCodes, UsageError, type ExitCode, takes } from "@proviso/terminal";
import { hasPhrase } from "./phrase.ts";
import { logInLines, printEdit } from "./print-approval.ts";
import {
  approvalOf,
  shortIdOf,
  decisionOptions,
  idArgument,
  operatorIn,
  reasonIn,
  type ApprovalsCommand,
  type ApprovalsCommandLine,
  type ApprovalsHost,
} from "./approvals-command.ts";

const changeOptions: ApprovalsCommand["args"] = {
  set: takes(
    "name=json",
    "Approve less: a smaller number, or some items of a list, where the contract allows it.",
    { multiple: true },
  ),
  revision: takes("number", "What you have seen, of a call that was changed; `show` prints it."),
  phrase: takes(
    "text",
    "The phrase of a critical call, which `show` prints; without it, a terminal asks for it.",
  ),
};

export const approve: ApprovalsCommand = decision(
  "approve",
  "Approve a call: it runs once, when it is made again with the same arguments. ID,ID,…: several at once, where the contract allows it.",
);
export const deny: ApprovalsCommand = decision("deny", "Deny one call, also after others have approved it.");

function decision(name: "approve" | "deny", summary: string): ApprovalsCommand {
  return {
    name,
    summary,
    args: { id: idArgument, ...decisionOptions, ...(name === "approve" && changeOptions) },
    async run(request, host) {
      const by = operatorIn(request);
      if (name === "approve" && request.subject.includes(",")) return approveTogether(request, host, by);
      const approval = await approvalOf(request);
      const { id } = approval;
      const options = { via: "terminal", ...reasonIn(request), ...changeIn(request) };
      // A changed call has another phrase, and is approved with it when the agent has called again.
      const needsPhrase = name === "approve" && approval.state === "pending" && !("change" in options);
      if (needsPhrase && !(await hasPhrase([approval], request, host))) return exitCodes.findings;
      const decided = await request.desk[name](id, by, options);
      if (!decided.ok) {
        host.err(`proviso approvals: ${decided.message}`);
        return exitCodes.findings;
      }
      const { edited, rules, decisions, revision = 0, state, terms } = decided.approval;
      const present = await request.desk.get(id, by);
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
      const left = [
        ...(state === "pending" && missing > 0 ? [`${missing} more to go`] : []),
        ...(present?.logIn?.isSoon ? logInLines(present) : []),
      ];
      const rest = left.length > 0 ? `, ${left.join("; ")}` : "";
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

/** The ids are separated by commas, each with `.N` after it if it was changed. */
async function approveTogether(
  request: ApprovalsCommandLine,
  host: ApprovalsHost,
  by: { readonly operator: string },
): Promise<ExitCode> {
  if (request.values["set"] !== undefined || request.values["revision"] !== undefined)
    throw new UsageError("arguments are changed one call at a time; write `ID.2` for revision 2");
  const approvals = [];
  const calls = [];
  for (const each of request.subject.split(",")) {
    const [subject = "", revision] = each.split(".");
    const approval = await approvalOf({ ...request, subject });
    approvals.push(approval);
    calls.push({ id: approval.id, ...(revision !== undefined && { revision: Number(revision) }) });
  }
  if (!(await hasPhrase(approvals, request, host))) return exitCodes.findings;
  const decided = await request.desk.approveTogether(calls, by, { via: "terminal", ...reasonIn(request) });
  if (!decided.ok) {
    host.err(`proviso approvals: nothing was approved: ${decided.message}`);
    return exitCodes.findings;
  }
  for (const { id, result } of decided.results)
    if (result.ok) host.out(`approved ${shortIdOf(id)} ${escapeText(result.approval.terms.tool)}`);
    else host.err(`proviso approvals: not approved ${shortIdOf(id)}: ${result.message}`);
  return decided.results.every(({ result }) => result.ok) ? exitCodes.clean : exitCodes.findings;
}
