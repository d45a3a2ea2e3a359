import type { Store } from "../api/ports.ts";
import { aroundStore } from "./around-store.ts";

/** What a store throws, whatever it threw itself: the call is refused for it, and says so. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** The same store, whose failures can be told from those of handlers and of our own code. */
export function watchedStore(store: Store): Store {
  return aroundStore(store, { read: watched, write: watched });
}

async function watched<T>(operate: () => Promise<T>): Promise<T> {
  try {
    return await operate();
  } catch (cause) {
    throw new StoreUnavailable("the store did not answer", { cause });
  }
}
