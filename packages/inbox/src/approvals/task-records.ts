import type { Json } from "@proviso/manifest";
import { type Realm, realmKey, type Store, type TaskEnd, type ValueSeal } from "@proviso/server/extension";

/** The stored part of a call that waits as a task. Times are milliseconds since the epoch. */
export interface TaskRecord {
  /** The caller's identity: `identityOf`. */
  readonly caller: string;
  readonly idempotencyKey?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  /** A process makes the call, and has until then. */
  readonly runsUntil?: number;
  readonly ended?: TaskEnd;
}

export interface TaskSlot {
  readonly record: TaskRecord;
  readonly revision: number;
}

/** The tasks in the store, each sealed as a whole. */
export interface TaskRecords {
  read(id: string): Promise<TaskSlot | undefined>;
  /** False if there is one already. */
  insert(id: string, record: TaskRecord): Promise<boolean>;
  /** Compare-and-set; false if somebody else has written meanwhile. */
  replace(id: string, before: TaskSlot, record: TaskRecord): Promise<boolean>;
}

export function taskRecords(store: Store, seal: ValueSeal, realm: Realm): TaskRecords {
  const keyOf = (id: string): string => realmKey(realm, "task", id);
  const sealed = (id: string, record: TaskRecord): string => seal.seal(record as unknown as Json, keyOf(id));
  return {
    async read(id) {
      const stored = await store.get(keyOf(id));
      const record = typeof stored?.value === "string" ? seal.open(stored.value, keyOf(id)) : undefined;
      return stored && record !== undefined
        ? { record: record as unknown as TaskRecord, revision: stored.revision }
        : undefined;
    },
    insert: (id, record) => store.insert(keyOf(id), sealed(id, record), until(record)),
    replace: (id, { revision }, record) =>
      store.replace(keyOf(id), revision, sealed(id, record), until(record)),
  };
}

function until({ createdAt, ttlMs }: TaskRecord): Date {
  return new Date(createdAt + ttlMs);
}
