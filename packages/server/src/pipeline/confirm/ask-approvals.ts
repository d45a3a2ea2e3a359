import { approvalTerms } from "@proviso/manifest";
import { safetyLabel } from "@proviso/manifest/label";
import { callSentence } from "@proviso/manifest/question";
import type { Approvals, ApprovalQuestion, CallToApprove, Realm, ShownCall } from "../../api/approvals.ts";
import type { Outcome } from "../../api/outcome.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { FinalCheck, PlannedCall } from "../call/call.ts";
import { notApproved } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { confirmationMessage } from "./confirmation-message.ts";
import { phraseOf } from "./phrase-of.ts";
import { putOnRecord } from "./put-on-record.ts";

/** The limit of an input's size: what a person can read, and the store keeps for each waiting call. */
const maxBytes = 64 * 1024;

/**
 * Asks the approvals about a call. Returns the outcome, or the check that uses the approval just before the call runs; undefined
 * if nobody was asked.
 */
export async function askApprovals(
  call: PlannedCall,
  approvals: Approvals,
  how: ApprovalQuestion,
  runtime: Runtime,
): Promise<Outcome | FinalCheck | undefined> {
  const answer = await approvals.answer(toApprove(call), how);
  if (answer.kind !== "run") return answer.refusal && notApproved(call, answer.refusal);
  return async () => {
    const used = await answer.use();
    if ("code" in used) return notApproved(call, used);
    call.history.request = used.request;
    return putOnRecord(call, used, runtime);
  };
}

/** Ends the waiting approval of a call that runs now, so that one request runs once. Returns a refusal if it was denied there. */
export async function endPending(
  call: PlannedCall,
  { approvals }: Runtime,
  why: "answered_here" | "not_needed" = "answered_here",
): Promise<Outcome | undefined> {
  const refused = await approvals?.withdraw(toApprove(call), why);
  return refused && notApproved(call, refused);
}

/** What is new about a call that is asked about here; nothing without approvals, which look back. */
export async function newsOf(
  call: PlannedCall,
  expiresAt: Date,
  { approvals, realm }: Runtime,
): Promise<readonly string[]> {
  const shown = approvals && shownCall(call, expiresAt, realm);
  return shown ? approvals.news(toApprove(call), shown) : [];
}

/** The call in the form that approvals take. */
export function toApprove(call: PlannedCall): CallToApprove {
  const { id, edited, fingerprint, logIn, options, planned, principal, tool } = call;
  const { contract } = tool;
  return {
    callId: id,
    terms: {
      tool: contract.name,
      principal: identityOf(principal),
      fingerprint,
      contractHash: contract.hash,
      planHash: planned?.hash ?? null,
    },
    contract,
    rules: approvalTerms(contract),
    principal,
    channel: options.wire ? "mcp" : "in process",
    ...(options.wire?.client !== undefined && { client: options.wire.client }),
    ...(edited && { asked: edited.asked.fingerprint }),
    ...(logIn && { logIn }),
    shown: (realm, expiresAt) => shownCall(call, expiresAt, realm),
  };
}

/** Returns what a person is shown of the call; undefined if it is too much to show. */
function shownCall(call: PlannedCall, expiresAt: Date, realm: Realm): ShownCall | undefined {
  const { contract } = call.tool;
  const { set: _set, ...alone } = call;
  // The pages of the inbox have a table of a set that is too long for a message.
  const message =
    confirmationMessage(call, { expiresAt, realm }) ?? confirmationMessage(alone, { expiresAt, realm });
  // Stryker disable next-line OptionalChaining: without an input nobody is asked
  if (message === undefined || (call.canonical?.bytes ?? 0) > maxBytes) return undefined;
  const { title, description, riskLevel, sideEffects, owner } = contract;
  const phrase = phraseOf(call);
  return {
    title,
    sentence: callSentence(contract, call.input),
    description,
    riskLevel,
    sideEffects,
    label: safetyLabel({ ...contract, refinements: [] }),
    message,
    input: call.input,
    ...(call.planned && { plan: call.planned.plan }),
    ...(call.allowance !== undefined && { allowance: call.allowance }),
    ...(owner !== undefined && { owner }),
    ...(phrase !== undefined && { phrase }),
    ...(!call.tool.redactInput(call.input).isWhole && { isSecret: true }),
  };
}
