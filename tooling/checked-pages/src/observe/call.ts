import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { ConfirmationRequest, InvokeOptions, Outcome, Principal } from "@proviso/server";
import { yesTo } from "@proviso/server/testing";
import type { Step } from "@proviso/verify";
import type { World } from "./world.ts";

/** A call that was made, and all that could be seen of it: a step that the clauses of `proviso verify` judge. */
export interface SeenCall extends Step, Made {}

interface Made {
  readonly outcome: Outcome;
  /** What the server asked a person. */
  readonly asked?: ConfirmationRequest;
}

export interface CallOptions extends Pick<InvokeOptions, "idempotencyKey"> {
  /** In what the caller differs from Mia. */
  readonly as?: Partial<Principal>;
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
  { as, person = "yes", isUnplanned = false, ...rest }: CallOptions = {},
): Promise<Made> {
  const options = { principal: { ...caller(), ...as }, canAsk: person !== "nobody", ...rest };
  if (dryRun?.mode === "required" && !isUnplanned && input["dryRun"] !== true)
    await server.invoke(name, { ...input, dryRun: true }, options);
  const outcome = await server.invoke(name, input, options);
  if (outcome.kind !== "input_required") return { outcome };
  const { request: asked, state } = outcome;
  const said = person === "yes" ? ({ action: "accept", content: yesTo(asked) } as const) : undefined;
  const answer = { state, ...(said ?? ({ action: "decline" } as const)) };
  return { asked, outcome: await server.invoke(name, input, { ...options, answer }) };
}

/** Makes one call, and looks at the product's world, its mail and the audit trail before and after. */
export async function see(
  world: World,
  tool: ToolContract,
  input: JsonObject,
  options: CallOptions = {},
): Promise<SeenCall> {
  const changed = await world.watch();
  const made = await invoke(world, tool, input, options);
  const { outcome } = made;
  const value = outcome.kind === "completed" ? outcome.output : outcome.kind === "planned" && outcome.plan;
  const answer = value
    ? ({ kind: "result", value: value as unknown as JsonObject, ms: 0 } as const)
    : ({ kind: "failed", code: endOf(made), ms: 0 } as const);
  const action = { kind: "call", tool: tool.name, arguments: input } as const;
  return { ...made, action, answer, changes: await changed() };
}

/** How a call ended: `completed`, `replayed`, `planned`, `unknown_tool`, or the code of its failure. */
export function endOf({ outcome }: Pick<SeenCall, "outcome">): string {
  if ("failure" in outcome) return outcome.failure.code;
  return outcome.kind === "completed" && outcome.replayed ? "replayed" : outcome.kind;
}
