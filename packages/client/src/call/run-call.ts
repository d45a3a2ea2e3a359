import type { Plan } from "@proviso/manifest";
import type { ApprovalOutcome } from "../ask/approvals.ts";
import type { CatalogEntry } from "../pinning/catalog.ts";
import type { CallOptions } from "./options.ts";
import { isSameDefinition } from "../pinning/tool-definition.ts";
import type { Decision } from "../decide/policy.ts";
import { type PlainResult, failed } from "./result.ts";
import { budgetLevel } from "../decide/call-budget.ts";
import { budgetRefusal, decideCall, refused } from "./decide-call.ts";
import { precheck } from "./precheck.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall, GuardParts } from "./guard-parts.ts";
import { send } from "./send.ts";

/** Prepares the call, decides, prechecks at the server, plans, asks a person, sends. */
export async function runCall(
  parts: GuardParts,
  name: string,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<PlainResult> {
  const call = await prepareCall(parts, name, input, isPlan, options);
  if ("ok" in call) return call;
  if (isPlan && !call.dryRun) return failed("refused_by_guard", `\`${name}\` offers no dry run.`);
  const ruling = decideCall(parts, call);
  const { decision } = ruling;
  parts.tell({ tool: name, kind: "decided", decision });
  if (decision.kind === "refuse" || (decision.kind === "ask" && !parts.approvals.canAsk(call)))
    return refused(parts, ruling);
  if (call.dryRun && decision.kind === "ask")
    return failed(
      "refused_by_guard",
      `\`${name}\` is not as its contract says: its dry run is not relied on.`,
    );
  const foreseen = decision.kind === "ask" ? await precheck(parts, call) : undefined;
  if (foreseen) return foreseen;
  if (call.signal?.aborted) return cancelledCall;
  parts.approvals.open(call);
  try {
    return await (call.dryRun ? makePlan(parts, call) : planAskSend(parts, call, decision));
  } finally {
    parts.approvals.close(call);
  }
}

async function makePlan(parts: GuardParts, call: PreparedCall): Promise<PlainResult> {
  const planned = await send(parts, { ...call, dryRun: true });
  const { tool } = call.request;
  // The response to a dry run is a plan; anything else was refused before.
  if (planned.ok) parts.tell({ tool, kind: "planned", plan: planned.value as Plan });
  return planned;
}

const cancelledCall = failed("refused_by_guard", "The call was cancelled before it was sent.");

const notApproved = {
  declined: failed(
    "declined_by_person",
    "No yes was given: the answer was no, or came without the phrase to type. Nothing was done.",
  ),
  unanswered: failed("unanswered_by_person", "A person was asked, and no answer came. Nothing was done.", {
    retry: "after",
  }),
  unreadable: failed(
    "refused_by_guard",
    "The call has more arguments than a person can check, so nobody was asked. Make several smaller calls.",
  ),
} as const satisfies Record<Exclude<ApprovalOutcome, "approved">, PlainResult>;

/** Seed 001: "Only after reviewing the dry run result and explicit confirmation by the user does the real call happen". */
async function planAskSend(parts: GuardParts, call: PreparedCall, decision: Decision): Promise<PlainResult> {
  const asks = decision.kind === "ask";
  // Stryker disable next-line OptionalChaining: only a contract with a dry run offers a plan
  const wantsPlan = call.offersPlan && (asks || call.contract?.dryRun?.mode === "required");
  const planned = wantsPlan ? await makePlan(parts, call) : undefined;
  if (planned && !planned.ok) return planned;
  const plan = planned?.value as Plan | undefined;
  const approved = asks ? await parts.approvals.approve(call, decision.reasons, plan) : "approved";
  if (call.signal?.aborted) return cancelledCall;
  if (approved !== "approved") return notApproved[approved];
  if (asks && !(await isUnchanged(parts, call)))
    return refused(parts, { decision: { kind: "refuse", reasons: ["drifted"] }, unmet: [] });
  if (call.signal?.aborted) return cancelledCall;
  // Checked again: other calls may have used up the budget while the person was thinking.
  const spent = budgetRefusal(parts, call);
  if (spent) return refused(parts, { decision: spent, unmet: [] });
  parts.session.count(budgetLevel(call.subject));
  return send(parts, call);
}

/**
 * Whether the tool is still the one that the person approved. Not every server reports changes, and
 * a person takes long, so its tools are listed again.
 */
async function isUnchanged({ catalog }: GuardParts, { entry }: PreparedCall): Promise<boolean> {
  const { entries } = await catalog.refresh().catch(() => ({ entries: new Map<string, CatalogEntry>() }));
  const now = entries.get(entry.tool.name)?.definition;
  const approved = entry.definition;
  return now && approved ? isSameDefinition(now, approved) : now === approved;
}
