import type { Store } from "../api/ports.ts";

/** A wrapper around the operations of a store. */
export interface Around {
  /** Reads. */
  read<Result>(operate: () => Promise<Result>): Promise<Result>;
  /** Operations that may write. */
  write<Result>(operate: () => Promise<Result>): Promise<Result>;
}

/** Wraps each operation of a store. */
export function aroundStore(store: Store, { read, write }: Around): Store {
  const { now, isDurable } = store;
  return {
    ...(isDurable && { isDurable }),
    ...(now && { now: () => read(now) }),
    ...(store.list && { list: (...given) => read(async () => (await store.list?.(...given)) ?? []) }),
    get: (...given) => read(() => store.get(...given)),
    insert: (...given) => write(() => store.insert(...given)),
    put: (...given) => write(() => store.put(...given)),
    replace: (...given) => write(() => store.replace(...given)),
    delete: (...given) => write(() => store.delete(...given)),
    increment: (...given) => write(() => store.increment(...given)),
    close: () => store.close(),
  };
}
