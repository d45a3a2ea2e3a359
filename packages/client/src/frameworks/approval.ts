import type { JsonObject } from "@proviso/manifest";
import { type PersonInput, answeredByPerson } from "../ask/answered-by-person.ts";
import type { CallRequest, Confirm, ConfirmRequest } from "../ask/request.ts";
import { viewCall } from "../ask/view.ts";
import type { Guard } from "../call/guard.ts";
import type { CallOptions, Review } from "../call/options.ts";
import { type PlainResult, failed } from "../call/result.ts";
import type { OfferedTool } from "./offered-tools.ts";

/** What a framework's own approval can carry in addition to yes and no. */
interface ApprovalChannel {
  /** Whether the person can type text. Critical tools need a phrase. */
  readonly takesText: boolean;
}

/** Settings of an adapter. */
export interface FrameworkOptions {
  /**
   * Marks an approval as used, in a store that all processes share, and returns false if it was used before. It has to do both in one
   * step, such as `SET NX` of Redis. Called only if the server does not know the contracts, and so recognizes no repeated call.
   */
  readonly useApproval?: (approval: string) => Promise<boolean>;
}

/** A person's answer to a framework's request. */
export interface FrameworkAnswer {
  readonly said: PersonInput;
  /** Identifies the request in every process that gets its answer. The idempotency key. */
  readonly approval: string;
  /** What the person was shown. Absent if another process asked: the answer then counts only if the tool matches its contract. */
  readonly shown: string | undefined;
  /** Whether this guard asked. */
  readonly isOurs: boolean;
  /** Whether a call of this guard has used the answer. */
  readonly isUsed: boolean;
}

/**
 * The review of a call about which the framework should ask. Undefined if no person is needed, or a
 * plan or phrase is, which it cannot carry: these calls use the guard's own `confirm`.
 */
export async function frameworkAsks(
  guard: Guard,
  { contract }: OfferedTool,
  input: JsonObject,
  channel: ApprovalChannel,
): Promise<Review | undefined> {
  const review = await guard.review(contract.name, input);
  const isEnough = !contract.dryRun && (channel.takesText || review.phrase === undefined);
  return review.kind === "ask" && isEnough ? review : undefined;
}

const usedBefore =
  "This approval of a person was used before, and it counts for one call: if the call was made then, it was not made again. " +
  "To make it again, ask for another approval.";
const askedElsewhere =
  "Another process asked for the approval of this call, and nothing was sent: the server recognizes no repeated call, so an approval " +
  "that arrives twice would make the call twice. The application has to keep the guard that asked, or give its tools a `useApproval`.";

/**
 * Makes a call that a person approved: once, and only if its request shows what the framework asked about. A tool can change meanwhile,
 * its server can ask about another plan, and the stored call can be edited. A saved run can be resumed again in a process that does not
 * know of the first time: the server recognizes its idempotency key.
 */
export async function callAfterApproval(
  guard: Guard,
  { contract }: OfferedTool,
  input: JsonObject,
  answer: FrameworkAnswer,
  { useApproval, ...options }: FrameworkOptions & Pick<CallOptions, "signal">,
): Promise<PlainResult> {
  const { approval, said, shown } = answer;
  const refusal = said.yes === true ? await whyUnusable(guard, answer, useApproval) : undefined;
  if (refusal !== undefined) return failed("refused_by_guard", refusal);
  let isUsed = false;
  const confirm: Confirm = async (request) => {
    if (isUsed || !isAsShown(request, shown)) throw new Error("the person was shown something else");
    isUsed = true;
    return answeredByPerson(request, said);
  };
  return guard.call(contract.name, input, { ...options, confirm, idempotencyKey: approval });
}

async function whyUnusable(
  guard: Guard,
  { approval, isOurs, isUsed }: FrameworkAnswer,
  useApproval: FrameworkOptions["useApproval"],
): Promise<string | undefined> {
  if (isUsed) return usedBefore;
  if (guard.serverKnowsKeys) return undefined;
  if (!useApproval) return isOurs ? undefined : askedElsewhere;
  try {
    return (await useApproval(approval)) ? undefined : usedBefore;
  } catch {
    return "It could not be stored that this approval is used, so nothing was sent.";
  }
}

/** What a person is shown of a call, as text to compare. */
export function reviewText({ view = [], phrase }: Pick<Review, "view" | "phrase">): string {
  return JSON.stringify([view, phrase]);
}

function isAsShown(request: ConfirmRequest, shown: string | undefined): boolean {
  if (request.kind !== "call") return false;
  const { expiresAt: _, ...reviewed } = request;
  if (shown !== undefined) return reviewText({ view: viewCall(reviewed), ...phraseOf(request) }) === shown;
  return request.plan === undefined && request.claims === undefined && request.changes === undefined;
}

function phraseOf({ phrase }: CallRequest): Pick<Review, "phrase"> {
  return phrase === undefined ? {} : { phrase };
}
