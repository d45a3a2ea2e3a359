import type { JsonObject } from "@proviso/manifest";
import { answeredByPerson } from "../ask/answered-by-person.ts";
import type { PersonSaid } from "../ask/answered-by-person.ts";
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

/** Passes the person's answer from the framework to exactly that call. */
export function answeredBy(said: PersonSaid | undefined): Pick<CallOptions, "confirm"> {
  return said ? { confirm: (request) => Promise.resolve(answeredByPerson(request, said)) } : {};
}
