import { escapeText } from "@proviso/manifest";
import { sentenceText } from "@proviso/manifest/question";
import { printTable } from "@proviso/terminal";
import type { Pause } from "@proviso/server";
import type { EarlierCall } from "../api/approval.ts";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { editsIn } from "../approvals/narrow.ts";
import { ownPartOfMandate } from "../mandates/mandate-records.ts";
import { usableUntil } from "../approvals/usable-until.ts";
import { shortIdOf } from "./approvals-command.ts";

const verdicts = { approve: "approved", identify: "log-in given", deny: "denied" } as const;
const needsLogIn = "the person for whom it was asked has to log in again in the inbox";

/** Approvals as a table. All text is escaped, because callers chose some of it. */
export function printApprovals(approvals: readonly ReviewedApproval[], width: number | undefined): string {
  const rows = approvals.map((approval) => [
    shortIdOf(approval.id),
    describeState(approval),
    escapeText(askerOf(approval)),
    `${escapeText(approval.terms.product)}, ${escapeText(approval.terms.env)}`,
    escapeText(approval.terms.tool),
    timeOf(approval.createdAt),
    escapeText(sentenceText(approval.shown.sentence)),
  ]);
  return printTable(["id", "state", "asked by", "product", "tool", "since", "what it would do"], rows, {
    width,
  });
}

/** The whole approval: what the person is asked, and what has been decided. */
export function printApproval(approval: ReviewedApproval): string {
  const { id, decisions, earlier, expiresAt, mandate, rules, shown, state } = approval;
  const yes = decisions.filter(({ verdict }) => verdict === "approve").length;
  const many = rules.approvers > 1 ? `, ${yes} of ${rules.approvers} approvals` : "";
  return [
    `${id}  ${describeState(approval)}${many}`,
    `asked for by ${escapeText(askerOf(approval))} (${approval.asker.kind}), over ${escapeText(approval.channel)}, at ${timeOf(approval.createdAt)}`,
    ...(state === "pending" ? [`waits until ${timeOf(expiresAt)}`] : []),
    ...(state === "approved" ? [`can be used once, before ${timeOf(usableUntil(approval))}`] : []),
    ...logInLines(approval),
    ...formerOf(approval),
    ...(mandate
      ? [
          `nobody was asked: standing approval ${ownPartOfMandate(mandate.id)}, use ${mandate.use} of ${mandate.of}`,
        ]
      : []),
    ...(earlier ? [earlierText(earlier)] : []),
    ...(shown.owner === undefined ? [] : [`the tool belongs to ${escapeText(shown.owner)}`]),
    ...decisions.map(
      ({ verdict, by, via, at, reason }) =>
        `${verdicts[verdict]} by ${escapeText(by.id)}, ${escapeText(via)}, at ${timeOf(at)}${reason === undefined ? "" : `: ${escapeText(reason)}`}`,
    ),
    ...changesOf(approval),
    ...(state === "pending" && shown.phrase !== undefined ? [`to approve it, type: ${shown.phrase}`] : []),
    "",
    ...shown.message.split("\n").map(escapeLine),
  ].join("\n");
}

/** A line of a message, whose lines of longer values are indented by two spaces. */
function escapeLine(line: string): string {
  return line.startsWith("  ") ? `  ${escapeText(line.slice(2))}` : escapeText(line);
}

/** What has to be known of the log-in of the person who asks before somebody says yes. */
export function logInLines({ logIn }: ReviewedApproval): readonly string[] {
  if (!logIn) return [];
  if (logIn.until === 0) return [needsLogIn];
  const end = `the log-in of the person for whom it was asked is recent enough until ${timeOf(logIn.until)}`;
  return [
    logIn.isSoon
      ? `${end}: the call has to be made again before that, or waits until they log in again`
      : end,
  ];
}

/** The approvals of the same call before and after this one. */
function formerOf({ replacedBy, replaces }: ReviewedApproval): readonly string[] {
  return [
    ...(replaces
      ? [`it waited before as ${shortIdOf(replaces.id)}, which ended: ${replaces.why.replaceAll("_", " ")}`]
      : []),
    ...(replacedBy === undefined
      ? []
      : [`the same call was made again, and waits as ${shortIdOf(replacedBy)}`]),
  ];
}

function earlierText({ callId, approvedAt }: EarlierCall): string {
  return `the same call was approved before, at ${timeOf(approvedAt)}, and has run or begun (\`proviso audit show TRAIL ${escapeText(callId)}\`): a yes makes it happen again`;
}

/** What an approver has changed. Until the call is made again, the message below is about the call that was asked for. */
function changesOf(approval: ReviewedApproval): readonly string[] {
  const { edited, revision = 0 } = approval;
  if (!edited) return [];
  const by = `${escapeText(edited.by.id)}, ${escapeText(edited.via)}, at ${timeOf(edited.at)}`;
  return [
    `revision ${revision}, changed by ${by}: ${editsIn(approval).map(printEdit).join("; ")}`,
    ...(edited.isUnbound
      ? ["it can be approved when the agent has called again; below is what was asked for"]
      : []),
  ];
}

/** A changed argument. */
export function printEdit({ field, from, to }: ReturnType<typeof editsIn>[number]): string {
  return escapeText(`${field} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`);
}

export function printPause({ scope, since, by, reason }: Pause): string {
  const why = reason === undefined ? "" : `: ${escapeText(reason)}`;
  return `${escapeText(scope).padEnd(32)}  since ${timeOf(since)}  by ${escapeText(by)}${why}`;
}

function describeState({ state, withdrawn }: ReviewedApproval): string {
  return withdrawn === undefined ? state : `${state} (${withdrawn.replaceAll("_", " ")})`;
}

export function askerOf({ asker: { id, tenant } }: Pick<ReviewedApproval, "asker">): string {
  return tenant === undefined ? id : `${id}@${tenant}`;
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
