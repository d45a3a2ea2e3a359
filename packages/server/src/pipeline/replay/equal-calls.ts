/** Lets equal calls of one process run one after the other. */
export interface EqualCalls {
  /** `turn` resolves when all earlier calls of this name have left. Whoever enters must leave. */
  enter(name: string): { readonly turn: Promise<void>; leave(): void };
}

export function equalCalls(): EqualCalls {
  const last = new Map<string, Promise<void>>();
  return {
    enter(name) {
      const turn = last.get(name) ?? Promise.resolve();
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const mine = turn.then(() => left);
      last.set(name, mine);
      void mine.then(() => last.get(name) === mine && last.delete(name));
      return { turn, leave };
    },
  };
}
