import type { LastStage, Next, Stage } from "./stage.ts";

/** Stages in order. A stage can be added only if the stages before it provide the type of call that it takes. */
export interface Chain<In, Out> {
  to<More>(stage: Stage<Out, More>): Chain<In, More>;
  end(last: LastStage<Out>): Pipeline<In>;
}

export interface Pipeline<In> {
  /** The names of the stages, in order. */
  readonly names: readonly string[];
  readonly run: Next<In>;
}

/** The chain is composed once; a call then costs one closure for each stage. */
export function from<In, Out>(first: Stage<In, Out>): Chain<In, Out> {
  return chainOfStages([first.name], (next) => (call) => first.run(call, next));
}

function chainOfStages<In, Out>(
  names: readonly string[],
  enter: (next: Next<Out>) => Next<In>,
): Chain<In, Out> {
  return {
    to: ({ name, run }) => chainOfStages([...names, name], (next) => enter((call) => run(call, next))),
    end: ({ name, run }) => ({ names: [...names, name], run: enter(run) }),
  };
}
