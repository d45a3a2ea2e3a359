import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { CallTerms, CallToApprove, Realm } from "./approvals.ts";
import type { HandlerTable, PlanResult, ToolContext } from "./handler.ts";
import type { InvokeOptions, Outcome, Principal } from "./outcome.ts";
import type { Clock, Store } from "./ports.ts";

/** Says that a call is made by a program. No adapter sets it; it makes a call stricter, or names sets that people have approved. */
export interface ProgramCall {
  /** The id of the program, for the records of the call. */
  readonly id: string;
  /** `plan`: a call with effects ends before it runs. */
  readonly mode: "plan" | "run";
  /** Calls of `run_program` that people have approved with a set. A call in one of these sets may run once. */
  readonly sets: readonly string[];
  /**
   * Called instead of asking a person about this call, which is then refused; if it returns false, the person is asked. In a plan, `asks`
   * is false for a call that would run unasked.
   */
  readonly collect: (call: CollectedCall, asks: boolean) => boolean;
}

/** A call that a program makes, and that does not run now. */
export interface CollectedCall extends CallToApprove {
  /** The number of the last pause that stopped such calls, as `lastPauseOf` gives it. */
  readonly lastPause: number;
}

/** A call of a set: what a person approves exactly. A later pause of its tool ends it. */
export type SetCall = Omit<CallTerms, keyof Realm | "principal"> & Pick<CollectedCall, "lastPause">;

/** The calls that a person approves with one call, and the contract that says who may. */
export interface CallSet {
  readonly calls: readonly SetCall[];
  readonly contract: ToolContract;
}

/** What a handler of an extension gets besides its input. `options` are those of its call. */
export interface ProgramContext extends ToolContext<unknown, unknown> {
  readonly options: InvokeOptions;
}

/** The handler of a tool that runs programs. */
export interface ProgramHandler {
  plan(input: JsonObject, context: ProgramContext): Promise<PlanResult<JsonObject>>;
  execute(input: JsonObject, context: ProgramContext): Promise<JsonObject>;
  /** The set that `plan` has collected for this call; undefined if there is nothing to ask. */
  set(callId: string): CallSet | undefined;
}

/** What programs use of the server that is made with them. */
export interface ProgramsRuntime {
  readonly realm: Realm;
  readonly store: Store;
  readonly stateKeys: readonly Uint8Array[];
  readonly clock: Clock;
  /** The tools that a caller can see, those of the extension among them. */
  readonly list: (principal: Principal | undefined) => readonly ToolContract[];
  /** Makes a call like any other. */
  readonly invoke: (tool: string, input: unknown, options: InvokeOptions) => Promise<Outcome>;
}

/** What a host gives to let callers run programs, such as `codemode()` of `@proviso/codemode`. */
export interface ProgramsPlug {
  /** Called once, when the server is made. Returns contracts and handlers of the tools that it adds. */
  open(host: ProgramsRuntime): {
    readonly tools: readonly ToolContract[];
    readonly handlers: HandlerTable<unknown>;
  };
}
