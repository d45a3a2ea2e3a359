import type { Observer } from "../../api/observer.ts";
import type { LastStage, Next, Stage } from "./stage.ts";

/** Stages in order. A stage is added only after those that provide the type of call it takes. */
export interface Chain<In, Out> {
  to<More>(stage: Stage<Out, More>): Chain<In, More>;
  end(last: LastStage<Out>): Pipeline<In>;
}

export interface Pipeline<In> {
  /** The names of the stages, in order. */
  readonly names: readonly string[];
  readonly run: Next<In>;
}

/** Starts a chain. Composed once: a call costs one closure a stage, an absent observer nothing. */
export function from<In, Out>(first: Stage<In, Out>, observer?: Observer): Chain<In, Out> {
  const seen: See = (name, run) => observer?.stage(name, run) ?? run;
  return chainOfStages([first.name], (next) => seen(first.name, (call) => first.run(call, next)), seen);
}

type See = <Seen>(name: string, run: Next<Seen>) => Next<Seen>;

function chainOfStages<In, Out>(
  names: readonly string[],
  enter: (next: Next<Out>) => Next<In>,
  seen: See,
): Chain<In, Out> {
  return {
    to: ({ name, run }) =>
      chainOfStages([...names, name], (next) => enter(seen(name, (call) => run(call, next))), seen),
    end: ({ name, run }) => ({ names: [...names, name], run: enter(seen(name, run)) }),
  };
}
