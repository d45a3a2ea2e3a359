import type { Store } from "../api/ports.ts";

/** What every operation of a store goes through. */
export interface Around {
  /** Reads. */
  read<Result>(operate: () => Promise<Result>): Promise<Result>;
  /** May write. */
  write<Result>(operate: () => Promise<Result>): Promise<Result>;
}

/** The same store, with something around each of its operations. */
export function aroundStore(store: Store, { read, write }: Around): Store {
  const { now } = store;
  return {
    ...(now && { now: () => read(now) }),
    get: (...given) => read(() => store.get(...given)),
    insert: (...given) => write(() => store.insert(...given)),
    put: (...given) => write(() => store.put(...given)),
    replace: (...given) => write(() => store.replace(...given)),
    delete: (...given) => write(() => store.delete(...given)),
    increment: (...given) => write(() => store.increment(...given)),
    close: () => store.close(),
  };
}
