import type { Outcome, Refusal } from "../../api/outcome.ts";

export type Next<C, Answer = Outcome> = (call: C) => Promise<Answer>;

/** Passes the call on, with what it has learnt, or answers. Anything it throws refuses the call. */
export interface Stage<In, Out> {
  readonly name: string;
  run(call: In, next: Next<Out>): Promise<Outcome>;
}

/** A stage that leaves every answer of those behind it as it is, so that it can stand before any. */
export interface Check<In, Out> extends Stage<In, Out> {
  run<Answer = Outcome>(call: In, next: Next<Out, Answer>): Promise<Answer | Refusal>;
}
