import type { ToolContract } from "@proviso/manifest";
import type { CallTerms, CallToApprove, Realm } from "./call-to-approve.ts";

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
  readonly collect: (call: CallToApprove, asks: boolean, terms: SetCall) => boolean;
}

/** A call of a set: what a person approves exactly. A later pause of its tool ends it. */
export interface SetCall extends Omit<CallTerms, keyof Realm | "principal"> {
  readonly lastPause: number;
}

/** The calls that a person approves with one call, and the contract that says who may. */
export interface CallSet {
  readonly calls: readonly SetCall[];
  readonly contract: ToolContract;
}
