import type { Store } from "../../src/api/ports.ts";

/** Leaves the count of a caller's approvals out of a model: it decides nothing there, and would double the steps. */
export function uncounted(gated: Store, store: Store): Store {
  const storeOf = (key: string): Store => (key.startsWith("waits:") ? store : gated);
  return {
    ...gated,
    get: (key) => storeOf(key).get(key),
    insert: (key, ...given) => storeOf(key).insert(key, ...given),
    replace: (key, ...given) => storeOf(key).replace(key, ...given),
  };
}
