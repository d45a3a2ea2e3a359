import type { Store } from "../api/ports.ts";

/** What every operation of a store goes through. */
export interface Around {
  /** Reads. */
  look<Result>(operate: () => Promise<Result>): Promise<Result>;
  /** May write. */
  change<Result>(operate: () => Promise<Result>): Promise<Result>;
}

/** The same store, with something around each of its operations. */
export function aroundStore(store: Store, { look, change }: Around): Store {
  const { now } = store;
  return {
    ...(now && { now: () => look(now) }),
    get: (...given) => look(() => store.get(...given)),
    insert: (...given) => change(() => store.insert(...given)),
    put: (...given) => change(() => store.put(...given)),
    replace: (...given) => change(() => store.replace(...given)),
    delete: (...given) => change(() => store.delete(...given)),
    increment: (...given) => change(() => store.increment(...given)),
    close: () => store.close(),
  };
}
