import { memoryStore, type Clock, type Store, type StoredValue } from "@proviso/server/gate";

/** A store in memory that tells what a call has changed. */
export interface TracedStore extends Store {
  /** Forgets what calls before have changed. */
  begin(): void;
  /** The values before the call, by key, of all keys that it has written. */
  changed(): ReadonlyMap<string, StoredValue | undefined>;
}

export function tracedStore(clock: Clock): TracedStore {
  const inner = memoryStore({ clock });
  const before = new Map<string, StoredValue | undefined>();
  const noted = async (key: string): Promise<Store> => {
    if (!before.has(key)) before.set(key, await inner.get(key));
    return inner;
  };
  return {
    ...inner,
    begin: () => before.clear(),
    changed: () => before,
    insert: async (key, value, expiresAt) => (await noted(key)).insert(key, value, expiresAt),
    put: async (key, value, expiresAt) => (await noted(key)).put(key, value, expiresAt),
    replace: async (key, expected, value, expiresAt) =>
      (await noted(key)).replace(key, expected, value, expiresAt),
    delete: async (key) => (await noted(key)).delete(key),
    increment: async (key, by, expiresAt) => (await noted(key)).increment(key, by, expiresAt),
  };
}
