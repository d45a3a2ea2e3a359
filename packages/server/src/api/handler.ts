import type { Json, JsonObject, PlanNotes, Progress } from "@proviso/manifest";
import type { ToolFailure } from "./failure.ts";
import type { Principal } from "./outcome.ts";
import type { RunStep } from "./steps.ts";

/** Makes a declared failure: `throw context.fail.invalidRecipient("Blocked.", { address })`. */
export type FailureConstructor<Code extends string> = (
  message?: string,
  details?: JsonObject,
) => ToolFailure & { readonly code: Code };

/** What a handler gets besides its input. */
export interface ToolContext<Failures, Ports> {
  /** One constructor for each declared failure mode, in camelCase. */
  readonly fail: Failures;
  readonly principal: Principal;
  /** The host's own services. During `plan` they are the ones that refuse effects. */
  readonly ports: Ports;
  /** Aborted at the time-out of the contract, or when the caller gives up. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  /**
   * Records an event of the tool's own in the same chain as the call: `await context.audit("email.sent", { to })`. Resolves
   * when the record is durable, and rejects if it cannot be written. A plan has no effects, so there it always rejects.
   */
  readonly audit: (type: string, details?: JsonObject) => Promise<void>;
  /** For a handler that is made with `inSteps`; in any other, and in plans, it rejects. */
  readonly step: RunStep;
  readonly now: () => Date;
  readonly idempotencyKey?: string;
  readonly callId: string;
}

export type Handler<Input, Output, Failures, Ports> = (
  input: Input,
  context: ToolContext<Failures, Ports>,
) => Promise<Output> | Output;

/**
 * The result of `plan`, as callers read it: the fields of the preview, and any of those that every plan has. `expectedSideEffects`
 * defaults to those of the contract. A field that is neither makes the plan invalid.
 */
export type PlanResult<Preview> = Preview &
  Partial<Omit<PlanNotes, "dryRun">> & {
    /** What execution would change; no caller reads it. If it differs at execution, the plan is stale. */
    readonly targets?: Json;
  };

/** A handler of a tool with a dry run. */
export interface PlannedHandler<Input, Output, Preview, Failures, Ports> {
  plan(
    input: Input,
    context: ToolContext<Failures, Ports>,
  ): Promise<PlanResult<Preview>> | PlanResult<Preview>;
  readonly execute: Handler<Input, Output, Failures, Ports>;
}

/** Makes the host's services for one call; those for `plan` must refuse every effect. */
export type PortsFactory<Ports> = (mode: "execute" | "plan", principal: Principal) => Ports;

/**
 * Handlers by tool name. Generated code has checked their input, output and failure types against the contract, and the
 * pipeline checks the values. `never` accepts every handler, and lets only `bindHandler` call one.
 */
export type HandlerTable<Ports> = Readonly<
  Record<string, Handler<never, object, never, Ports> | PlannedHandler<never, object, object, never, Ports>>
>;
