import type { Outcome, Refusal } from "../../api/outcome.ts";

/** An answer, or a promise of it. A stage without waiting returns no promise: each one costs three turns of the microtask queue. */
export type Answered<Answer> = Answer | Promise<Answer>;

export type Next<C, Answer = Outcome> = (call: C) => Answered<Answer>;

/**
 * Passes the call on, with what it has added to it, or ends it with an outcome. If it throws, the call is refused. `run` is a
 * property, not a method: TypeScript compares a method's parameters in both directions, and would accept any order of stages.
 */
export interface Stage<In, Out> {
  readonly name: string;
  readonly run: (call: In, next: Next<Out>) => Answered<Outcome>;
}

/** A stage that returns the answer of the next stage unchanged, so it can also precede something that answers with no outcome. */
export interface Check<In, Out> extends Stage<In, Out> {
  readonly run: <Answer = Outcome>(call: In, next: Next<Out, Answer>) => Answered<Answer | Refusal>;
}

/** The last stage: it answers every call that reaches it. */
export interface LastStage<In> {
  readonly name: string;
  readonly run: (call: In) => Answered<Outcome>;
}
