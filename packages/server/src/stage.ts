import type { Outcome } from "./outcome.ts";

export type Next<C> = (call: C) => Promise<Outcome>;

/** Passes the call on, with what it has learnt, or answers. Anything it throws refuses the call. */
export interface Stage<In, Out> {
  readonly name: string;
  run(call: In, next: Next<Out>): Promise<Outcome>;
}
