import { logInOnRecord, requestOf } from "../../approvals/approval-trail.ts";
import type { CallToApprove } from "../../approvals/call-approvals.ts";
import type { Approval, ShownCall } from "../../api/approval.ts";
import type { Outcome } from "../../api/outcome.ts";
import type { Realm } from "../../canonical/realm.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { FinalCheck, PlannedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Inbox, Runtime } from "../runtime/runtime.ts";
import type { Places } from "./approval-places.ts";
import { checkUse } from "./check-use.ts";
import { confirmationMessage } from "./confirmation-message.ts";
import { pendingApproval } from "./pending-approval.ts";
import { phraseOf } from "./phrase-of.ts";
import { deniedLater, endedBeforeUse, tooManyPending, tooMuchToShow } from "./unconfirmed.ts";

/** The limit of an input's size: what a person can read, and the store keeps for each waiting call. */
const maxBytes = 64 * 1024;

/** The call in the form that approvals take. */
export function toApprove(
  { id, edited, fingerprint, logIn, options, planned, principal, tool }: PlannedCall,
  { realm }: { readonly realm: Realm },
): CallToApprove {
  const { contract } = tool;
  return {
    callId: id,
    terms: {
      ...realm,
      tool: contract.name,
      principal: identityOf(principal),
      fingerprint,
      contractHash: contract.hash,
      planHash: planned?.hash ?? null,
    },
    contract,
    principal,
    channel: options.wire ? "mcp" : "in process",
    ...(edited && { asked: edited.asked.fingerprint }),
    ...(logIn && { logIn }),
  };
}

/** A call whose arguments an approver has narrowed. */
export type NarrowedCall = PlannedCall & Required<Pick<PlannedCall, "edited">>;

/** Binds the approval of a narrowed call to its plan and the rules that apply to it. The call waits for the decision. */
export async function bindLater(
  call: NarrowedCall,
  terms: Places["terms"],
  inbox: Inbox,
  now: Date,
): Promise<Outcome> {
  const shown = shownCall(call, new Date(now.getTime() + inbox.approvals.waitMs), inbox.approvals.realm);
  if (!shown) return tooMuchToShow(call);
  const approval = await inbox.approvals.bind(toApprove(call, inbox.approvals), terms, shown);
  if (approval?.state !== "pending") return endedBeforeUse(call);
  call.history.request = requestOf(approval);
  return pendingApproval(call, { approval, isNew: false }, inbox.url, now.getTime());
}

/** Asks for an approval that a person gives later. The caller makes the same call again. */
export async function approveLater(
  call: PlannedCall,
  { terms }: Places,
  inbox: Inbox,
  now: Date,
): Promise<Outcome> {
  const shown = shownCall(call, new Date(now.getTime() + inbox.approvals.waitMs), inbox.approvals.realm);
  if (!shown) return tooMuchToShow(call);
  const asked = await inbox.approvals.ask(toApprove(call, inbox.approvals), terms, shown);
  if (!asked) return tooManyPending(call);
  call.history.request = requestOf(asked.approval);
  return pendingApproval(call, asked, inbox.url, now.getTime());
}

/**
 * Looks for an approval of the call. Returns the answer, or the check that uses the approval; undefined if nobody was asked. With
 * `only`, no other approval counts.
 */
export async function readApproval(
  call: PlannedCall,
  inbox: Inbox,
  runtime: Runtime,
  now: Date,
  only?: string,
): Promise<Outcome | FinalCheck | undefined> {
  const found = await inbox.approvals.find(toApprove(call, runtime));
  if (!found || (only !== undefined && found.id !== only)) return undefined;
  if (found.state === "approved") return useApproval(call, inbox, runtime);
  if (only !== undefined && found.state === "pending" && !found.edited?.isUnbound)
    return stillPending(call, found, inbox, now);
  return deniedNow(call, found, now);
}

function stillPending(call: PlannedCall, approval: Approval, { url }: Inbox, now: Date): Outcome {
  call.history.request = requestOf(approval);
  return pendingApproval(call, { approval, isNew: false }, url, now.getTime());
}

/** Returns the refusal if a person has denied the call. A denial counts for equal calls until the approval would have expired. */
export function deniedNow(call: PlannedCall, found: Approval, now: Date): Outcome | undefined {
  if (found.state !== "denied" || now.getTime() >= found.expiresAt) return undefined;
  call.history.request = requestOf(found);
  return deniedLater(call, found);
}

/** Uses the approval up and puts it on record, before the handler runs. */
function useApproval(call: PlannedCall, inbox: Inbox, runtime: Runtime): FinalCheck {
  const { clock, record } = runtime;
  return async () => {
    const used = await inbox.approvals.use(toApprove(call, inbox.approvals));
    if ("rejected" in used)
      return used.approval?.state === "pending"
        ? stillPending(call, used.approval, inbox, clock.now())
        : endedBeforeUse(call);
    call.history.request = requestOf(used);
    if (await record(call, "approval", () => describeApproval(call, used)))
      return checkUse(call, requestOf(used), runtime);
    return refuse(call, "server_unavailable", "The approval could not be recorded: audit unavailable.");
  };
}

function describeApproval(call: PlannedCall, { createdAt, decisions, terms, ...approval }: Approval) {
  const { fingerprint, planHash } = terms;
  const { isWhole, value: input } = call.tool.redactInput(call.input);
  const given = decisions.findLast(({ logIn }) => logIn !== undefined);
  return {
    // The intent holds the arguments that the caller sent.
    ...(call.edited && { input, edited: call.edited.edits.map(({ field }) => field) }),
    request: requestOf(approval),
    askedAt: new Date(createdAt).toISOString(),
    ...(given?.logIn && { logIn: logInOnRecord(given.logIn) }),
    approvers: decisions
      .filter(({ verdict }) => verdict === "approve")
      .map(({ by: { id, tenant }, via, at }) => ({
        id,
        ...(tenant !== undefined && { tenant }),
        via,
        at: new Date(at).toISOString(),
      })),
    ...(isWhole && { fingerprint }),
    ...(isWhole && planHash !== null && { planHash }),
  };
}

/** Returns what a person is shown of the call; undefined if it is too much to show. */
function shownCall(call: PlannedCall, expiresAt: Date, realm: Realm): ShownCall | undefined {
  const { contract } = call.tool;
  const message = confirmationMessage(call, undefined, expiresAt, realm);
  // Stryker disable next-line OptionalChaining: without an input nobody is asked
  if (message === undefined || (call.canonical?.bytes ?? 0) > maxBytes) return undefined;
  const { title, description, riskLevel, sideEffects, owner } = contract;
  const phrase = phraseOf(call);
  return {
    title,
    description,
    riskLevel,
    sideEffects,
    message,
    input: call.input,
    ...(call.planned && { plan: call.planned.plan }),
    ...(owner !== undefined && { owner }),
    ...(phrase !== undefined && { phrase }),
    ...(!call.tool.redactInput(call.input).isWhole && { isSecret: true }),
  };
}
