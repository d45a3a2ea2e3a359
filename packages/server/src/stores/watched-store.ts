import type { Store } from "../api/ports.ts";
import { aroundStore } from "./around-store.ts";

/** Any error of a store. The call is refused because of it. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Marks the errors of a store, to distinguish them from those of handlers and of our own code. */
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
