import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { ConfirmationRequest, InvokeOptions, Outcome, Principal } from "@proviso/server";
import type { AuditEvent } from "@proviso/trail";
import { yesTo } from "@proviso/server/testing";
import { type Change, changeBetween } from "./rows.ts";
import type { World } from "./world.ts";

/** A call that was made, and all that could be seen of it. */
export interface SeenCall {
  readonly outcome: Outcome;
  /** What the server asked a person. */
  readonly asked?: ConfirmationRequest;
  readonly change: Change;
  readonly events: readonly AuditEvent[];
}

export interface CallOptions extends Pick<InvokeOptions, "idempotencyKey"> {
  /** Defaults to Mia. */
  readonly principal?: Principal;
  /** What the person says. Defaults to yes; `nobody`: no person can be asked. */
  readonly person?: "yes" | "no" | "nobody";
  /** Makes no dry run before the call, also where one is required. */
  readonly isUnplanned?: boolean;
}

/** Makes one call, with the dry run that it requires and the answer of the person who is asked. */
export async function invoke(
  { server, caller }: World,
  { name, dryRun }: ToolContract,
  input: JsonObject,
  { principal = caller(), person = "yes", isUnplanned = false, idempotencyKey }: CallOptions = {},
): Promise<Pick<SeenCall, "outcome" | "asked">> {
  const options = { principal, canAsk: person !== "nobody", ...(idempotencyKey && { idempotencyKey }) };
  if (dryRun?.mode === "required" && !isUnplanned && input["dryRun"] !== true)
    await server.invoke(name, { ...input, dryRun: true }, options);
  const outcome = await server.invoke(name, input, options);
  if (outcome.kind !== "input_required") return { outcome };
  const { request: asked, state } = outcome;
  const answer =
    person === "yes"
      ? ({ state, action: "accept", content: yesTo(asked) } as const)
      : ({ state, action: "decline" } as const);
  return { asked, outcome: await server.invoke(name, input, { ...options, answer }) };
}

/** Makes one call, and looks at the product's world, its mail and the audit trail before and after. */
export async function see(
  world: World,
  tool: ToolContract,
  input: JsonObject,
  options: CallOptions = {},
): Promise<SeenCall> {
  const [rows, mails, events] = [world.rows(), await world.mails(), await world.events()];
  const made = await invoke(world, tool, input, options);
  const change = changeBetween(rows, world.rows(), (await world.mails()).length - mails.length);
  return { ...made, change, events: (await world.events()).slice(events.length) };
}

/** How a call ended: `completed`, `replayed`, `planned`, `unknown_tool`, or the code of its failure. */
export function endOf({ outcome }: Pick<SeenCall, "outcome">): string {
  if ("failure" in outcome) return outcome.failure.code;
  return outcome.kind === "completed" && outcome.replayed ? "replayed" : outcome.kind;
}
