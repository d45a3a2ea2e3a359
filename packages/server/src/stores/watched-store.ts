import type { Store } from "../api/ports.ts";

/** What a store throws, whatever it threw itself: the call is refused for it, and says so. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** The same store, whose failures can be told from those of handlers and of our own code. */
export function watchedStore(store: Store): Store {
  return {
    get: (...given) => watched(() => store.get(...given)),
    insert: (...given) => watched(() => store.insert(...given)),
    put: (...given) => watched(() => store.put(...given)),
    replace: (...given) => watched(() => store.replace(...given)),
    delete: (...given) => watched(() => store.delete(...given)),
    increment: (...given) => watched(() => store.increment(...given)),
    close: () => store.close(),
  };
}

async function watched<T>(operate: () => Promise<T>): Promise<T> {
  try {
    return await operate();
  } catch (cause) {
    throw new StoreUnavailable("the store did not answer", { cause });
  }
}
