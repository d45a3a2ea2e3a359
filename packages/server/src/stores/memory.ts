import type { Json } from "@proviso/manifest";
import type { Clock, Store, StoredValue } from "../api/ports.ts";
import { clockWentBack, sweepGraceMs } from "./sweeping.ts";

/** Values are kept as JSON text, so that no object is shared with callers. */
interface MemoryEntry {
  readonly text: string;
  readonly revision: number;
  readonly expiresAt: Date;
}

const writesBetweenSweeps = 500;

/** A store that ends with the process, for tests and trials. */
export function memoryStore(options: { readonly clock?: Clock } = {}): Store {
  const clock = options.clock ?? { now: () => new Date() };
  const values = new Map<string, MemoryEntry>();
  let writes = 0;
  let sweptUntil = Number.NEGATIVE_INFINITY;

  function live(key: string): StoredValue | undefined {
    const stored = values.get(key);
    if (!stored || stored.expiresAt <= clock.now()) return undefined;
    const { text, revision, expiresAt } = stored;
    return { value: JSON.parse(text) as Json, revision, expiresAt };
  }

  function write(key: string, value: Json, expiresAt: Date): true {
    values.set(key, { text: JSON.stringify(value), revision: ++writes, expiresAt });
    if (writes % writesBetweenSweeps === 0) sweep();
    return true;
  }

  function sweep(): void {
    const past = clock.now().getTime() - sweepGraceMs;
    for (const [key, { expiresAt }] of values) {
      if (expiresAt.getTime() > past) continue;
      values.delete(key);
      sweptUntil = Math.max(sweptUntil, past);
    }
  }

  function insert(key: string, value: Json, expiresAt: Date): boolean {
    if (live(key)) return false;
    if (expiresAt.getTime() <= sweptUntil) throw new Error(clockWentBack);
    return write(key, value, expiresAt);
  }

  return {
    get: async (key) => live(key),
    insert: async (key, value, expiresAt) => insert(key, value, expiresAt),
    list: async (prefix, { beyond = new Date(0), max = Infinity } = {}) =>
      [...values.keys()]
        .flatMap((key) => {
          const stored = key.startsWith(prefix) ? live(key) : undefined;
          return stored && stored.expiresAt > beyond ? [{ ...stored, key }] : [];
        })
        .toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
        .slice(0, max),
    put: async (key, value, expiresAt) => void write(key, value, expiresAt),
    async replace(key, expected, value, expiresAt) {
      const current = live(key);
      return current?.revision === expected ? write(key, value, expiresAt ?? current.expiresAt) : false;
    },
    async delete(key) {
      const existed = live(key) !== undefined;
      values.delete(key);
      return existed;
    },
    async increment(key, by, expiresAt) {
      const current = live(key);
      const counted = { value: Number(current?.value ?? 0) + by, expiresAt: current?.expiresAt ?? expiresAt };
      write(key, counted.value, counted.expiresAt);
      return counted;
    },
    close: async () => values.clear(),
  };
}
