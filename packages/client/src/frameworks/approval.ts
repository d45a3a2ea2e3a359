import type { JsonObject } from "@proviso/manifest";
import { answeredByPerson } from "../ask/answered-by-person.ts";
import type { PersonSaid } from "../ask/answered-by-person.ts";
import type { CallRequest, Confirm, ConfirmRequest } from "../ask/request.ts";
import { viewCall } from "../ask/view.ts";
import type { Guard } from "../call/guard.ts";
import type { CallOptions, Review } from "../call/options.ts";
import type { OfferedTool } from "./offered-tools.ts";

/** What a framework's own approval can carry besides yes and no. */
export interface ApprovalChannel {
  /** Whether the person can type text. Critical tools need a phrase. */
  readonly takesText: boolean;
}

/**
 * The review of a call about which the framework should ask. Undefined if the call needs no person, is refused, or needs a plan
 * or a phrase that the framework cannot carry: those calls use the guard's own `confirm`.
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

/**
 * Passes the person's answer from the framework to that call: once, and only to a request that shows what the framework asked about.
 * A tool can change meanwhile, its server can ask about another plan, and the stored call can be edited. `shown` is absent if the
 * framework asked in another process: then the answer counts for a tool that is as its contract says.
 */
export function answeredBy(
  said: PersonSaid | undefined,
  shown: string | undefined,
): Pick<CallOptions, "confirm"> {
  if (!said) return {};
  let isUsed = false;
  const confirm: Confirm = async (request) => {
    if (isUsed || !isAsShown(request, shown)) throw new Error("the person was shown something else");
    isUsed = true;
    return answeredByPerson(request, said);
  };
  return { confirm };
}

/** What a person is shown of a call, as text to compare. */
export function shownText({ view = [], phrase }: Pick<Review, "view" | "phrase">): string {
  return JSON.stringify([view, phrase]);
}

function isAsShown(request: ConfirmRequest, shown: string | undefined): boolean {
  if (request.kind !== "call") return false;
  const { expiresAt: _, ...reviewed } = request;
  if (shown !== undefined) return shownText({ view: viewCall(reviewed), ...phraseOf(request) }) === shown;
  return request.plan === undefined && request.claims === undefined && request.changes === undefined;
}

function phraseOf({ phrase }: CallRequest): Pick<Review, "phrase"> {
  return phrase === undefined ? {} : { phrase };
}
