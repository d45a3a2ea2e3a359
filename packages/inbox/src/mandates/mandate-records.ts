import { randomBytes } from "node:crypto";
import type { JsonObject } from "@proviso/manifest";
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

/** The standing approvals in the store, each sealed as a whole, as approvals are. */
export interface MandateRecords {
  ofCaller(key: MandateKey): Promise<readonly Mandate[]>;
  byId(id: string): Promise<Mandate | undefined>;
  all(): Promise<readonly Mandate[]>;
  /** Hard to guess; its last part says where the mandate is. */
  newId(key: MandateKey): string;
  /** False if there is one with this id. */
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
const maxListed = 1000;
/** Other processes may write at the same time. Calls of this process wait for each other. */
const attempts = 40;

/** With a realm there are no mandates of others. */
export function mandateRecords(store: Store, seal: ValueSeal, realm: Realm | undefined): MandateRecords {
  const inTurn = turns();
  const partsOf = ({ product, env, principal, tool }: MandateKey): readonly string[] =>
    seal
      .blinds(JSON.stringify(["mandate", product, env, principal, tool]))
      .map((blinded) => blinded.slice(0, keyDigits));
  const open = (key: string, { value }: StoredValue): readonly Mandate[] => {
    const mandate =
      typeof value === "string" ? (seal.open(value, key) as unknown as Mandate | undefined) : undefined;
    const isOurs = mandate && (!realm || isSameRealm(mandate, realm)) && keyOf(mandate.id) === key;
    return isOurs ? [mandate] : [];
  };
  const list = async (under: string): Promise<readonly Mandate[]> =>
    ((await store.list?.(under, { max: maxListed })) ?? []).flatMap((row) => open(row.key, row));
  const write = (mandate: Mandate, keyId?: string): [key: string, value: string, until: Date] => {
    const key = keyOf(mandate.id);
    return [key, seal.seal(mandate as unknown as JsonObject, key, keyId), new Date(mandate.until + keptMs)];
  };
  return {
    ofCaller: async (key) =>
      (await Promise.all(partsOf(key).map((part) => list(`${prefix}${part}:`)))).flat(),
    async byId(id) {
      const stored = await store.get(keyOf(id));
      return stored && open(keyOf(id), stored)[0];
    },
    all: () => list(prefix),
    newId: (key) => `${randomBytes(nonceBytes).toString("hex")}${partsOf(key)[0]}`,
    insert: (mandate) => store.insert(...write(mandate)),
    update: (id, change) =>
      inTurn(id, async () => {
        const key = keyOf(id);
        for (let attempt = 0; attempt < attempts; attempt++) {
          const stored = await store.get(key);
          const [before] = stored ? open(key, stored) : [];
          const after = before && (await change(before));
          if (!stored || !after) return undefined;
          const [, value, until] = write(after, sealingKeyId(String(stored.value)));
          if (await store.replace(key, stored.revision, value, until)) return after;
        }
        throw new Error("a standing approval is changed faster than it can be written");
      }),
  };
}

/** The part of an id that is its alone: it is on record, and grants nothing. */
export function ownPartOfMandate(id: string): string {
  return id.slice(0, ownDigits);
}

function keyOf(id: string): string {
  return `${prefix}${id.slice(ownDigits)}:${id.slice(0, ownDigits)}`;
}
