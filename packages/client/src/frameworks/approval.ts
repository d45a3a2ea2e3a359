import type { JsonObject } from "@proviso/manifest";
import { answeredByPerson } from "../ask/answered-by-person.ts";
import type { PersonSaid } from "../ask/answered-by-person.ts";
import type { Guard } from "../guard/guard.ts";
import type { CallOptions, Review } from "../call/options.ts";
import type { OfferedTool } from "./offered-tools.ts";

/** What a framework's own way to ask a person can carry beside a yes and a no. */
export interface ApprovalChannel {
  /** Whether the person can type something. Critical tools want a phrase. */
  readonly takesText: boolean;
}

/**
 * The review of a call that the framework is to ask about; nothing, if the call needs no person, is refused, or needs one
 * who sees or types more than the framework carries. Those go to the guard's own `confirm`: frameworks show the arguments,
 * and a tool with a dry run is approved by whoever has seen its plan.
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

/** Gives a call the answer that a person gave in the framework: to that call, and as they gave it. */
export function answeredBy(said: PersonSaid | undefined): Pick<CallOptions, "confirm"> {
  return said ? { confirm: (request) => Promise.resolve(answeredByPerson(request, said)) } : {};
}
