import { randomBytes } from "node:crypto";
import type { Json } from "@proviso/manifest";
import {
  isSameRealm,
  type Realm,
  sealingKeyId,
  type Store,
  type StoredValue,
  type ValueSeal,
} from "@proviso/server/extension";
import type { Mandate } from "../api/mandate.ts";
import { turns } from "../approvals/caller-shares.ts";

/** Whose calls of which tool. */
export type MandateKey = Pick<Mandate, "product" | "env" | "tool" | "principal">;

/** The standing approvals in the store: a row for each caller and tool, sealed as a whole, as approvals are. */
export interface MandateRecords {
  ofCaller(key: MandateKey): Promise<readonly Mandate[]>;
  byId(id: string): Promise<Mandate | undefined>;
  all(): Promise<readonly Mandate[]>;
  /** Hard to guess; its last part says where the mandate is. */
  newId(key: MandateKey): string;
  /** False if there is one with this id, or too many of this caller and tool. */
  insert(mandate: Mandate): Promise<boolean>;
  /** Compare-and-swap. Returns what it became; undefined if there is none, or `change` leaves it as it is. */
  update(
    id: string,
    change: (mandate: Mandate) => Promise<Mandate | undefined>,
  ): Promise<Mandate | undefined>;
}

const prefix = "mandate:";
const nonceBytes = 8;
const ownDigits = 2 * nonceBytes;
const keyDigits = 32;
/** How long one can be looked at after its time. */
const keptMs = 24 * 60 * 60_000;
const maxOfCaller = 50;
const maxListed = 1000;
/** Other processes may write at the same time. Calls of this process wait for each other. */
const attempts = 40;

/** With a realm there are no mandates of others. */
export function mandateRecords(store: Store, seal: ValueSeal, realm: Realm | undefined): MandateRecords {
  const inTurn = turns();
  const keysOf = ({ product, env, principal, tool }: MandateKey): readonly string[] =>
    seal
      .blinds(JSON.stringify(["mandate", product, env, principal, tool]))
      .map((blinded) => `${prefix}${blinded.slice(0, keyDigits)}`);
  const open = (key: string, stored: StoredValue | undefined): readonly Mandate[] => {
    const opened = typeof stored?.value === "string" ? seal.open(stored.value, key) : undefined;
    const row = (opened ?? []) as unknown as readonly Mandate[];
    return row.filter((each) => !realm || isSameRealm(each, realm));
  };
  const read = async (key: string): Promise<readonly Mandate[]> => open(key, await store.get(key));
  async function change(
    key: string,
    make: (row: readonly Mandate[]) => Promise<readonly Mandate[] | undefined>,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const stored = await store.get(key);
      const row = await make(open(key, stored));
      if (!row) return false;
      const until = new Date(Math.max(...row.map((each) => each.until)) + keptMs);
      const keyId = stored ? sealingKeyId(String(stored.value)) : undefined;
      const value = seal.seal(row as unknown as Json, key, keyId);
      const isWritten = stored
        ? await store.replace(key, stored.revision, value, until)
        : await store.insert(key, value, until);
      if (isWritten) return true;
    }
    throw new Error("the standing approvals of a caller are changed faster than they can be written");
  }
  return {
    ofCaller: async (key) => (await Promise.all(keysOf(key).map(read))).flat(),
    byId: async (id) => (await read(keyOf(id))).find((each) => each.id === id),
    all: async () =>
      ((await store.list?.(prefix, { max: maxListed })) ?? []).flatMap((stored) => open(stored.key, stored)),
    newId: (key) =>
      `${randomBytes(nonceBytes).toString("hex")}${String(keysOf(key)[0]).slice(prefix.length)}`,
    insert: (mandate) =>
      inTurn(keyOf(mandate.id), () =>
        change(keyOf(mandate.id), async (row) => {
          const kept = row.filter(({ until }) => until + keptMs > mandate.grantedAt);
          const isNew = kept.length < maxOfCaller && row.every(({ id }) => id !== mandate.id);
          return isNew ? [...kept, mandate] : undefined;
        }),
      ),
    update: (id, make) =>
      inTurn(keyOf(id), async () => {
        let after: Mandate | undefined;
        const isWritten = await change(keyOf(id), async (row) => {
          const before = row.find((each) => each.id === id);
          const made = before && (await make(before));
          after = made;
          return made && row.map((each) => (each === before ? made : each));
        });
        return isWritten ? after : undefined;
      }),
  };
}

/** The part of an id that is its alone: it is on record, and grants nothing. */
export function ownPartOfMandate(id: string): string {
  return id.slice(0, ownDigits);
}

function keyOf(id: string): string {
  return `${prefix}${id.slice(ownDigits)}`;
}
