import { randomBytes } from "node:crypto";
import type { JsonObject } from "@proviso/manifest";
import {
  type CallTerms,
  type Clock,
  isSameRealm,
  type Realm,
  sealingKeyId,
  type SomeValues,
  type Store,
  type StoredValue,
  type ValueSeal,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { isOpen } from "./step.ts";

/** What the store holds for a call. */
export interface Slot {
  readonly approval?: Approval;
  /** Reads the values under the names of this call, one for each state key, even values that our keys do not open. */
  readonly stored: ReadonlyMap<string, StoredPart>;
}

interface StoredPart {
  readonly revision: number;
  /** The key that sealed the approval. */
  readonly keyId: string;
}

/** Where the approval of a call is: under the arguments that its caller sends, also after an approver has changed them. */
export type CallKey = Pick<CallTerms, "tool" | "principal" | "fingerprint">;

/**
 * The approvals in the store: one for each caller, tool and arguments. Each is sealed as a whole, so that whoever can read or
 * write the store, but has no state key, learns nothing and can approve nothing. The state key that named it seals it for all its
 * life, so that it ends as a whole when that key is removed.
 */
export interface ApprovalRecords {
  ofCall(terms: CallKey): Promise<Slot>;
  /** Reads an approval by id, even one that another has replaced. Empty if there is none with this id. */
  byId(id: string): Promise<Slot>;
  /** The open approval of the call of which this is an approval's id. */
  openOf(id: string): Promise<Approval | undefined>;
  /** Hard to guess; its last part says where the approval is. */
  newId(terms: CallKey): string;
  /** Compare-and-set; false if somebody else has written meanwhile. */
  write(approval: Approval, before: Slot): Promise<boolean>;
  /** Keeps an approval that has ended, and whose place another has taken: it can be looked at by its id for a while. */
  keep(ended: Approval): Promise<void>;
  /** Lists approvals that wait for a decision or for their call. May include some that ended unnoticed. */
  open(): Promise<readonly Approval[]>;
  /** The open ones, and up to a thousand that have ended, also those that others have replaced. */
  all(): Promise<readonly Approval[]>;
}

const prefix = "pending:";
const replacedPrefix = "replaced:";
const nonceBytes = 8;
const ownDigits = 2 * nonceBytes;
const keyDigits = 32;
/**
 * How long an approval can be looked at after it has ended. An open one is stored for that long beyond its time, so that all values
 * which are live after this are open: they are found by the time of their expiry. Among them are denials of calls that may wait for
 * more than a day.
 */
const keptMs = 24 * 60 * 60_000;
const maxListed = 1000;

/** For a store that cannot list its values: nothing waits there. */
export const noRecords: ApprovalRecords = {
  ofCall: async () => ({ stored: new Map() }),
  byId: async () => ({ stored: new Map() }),
  openOf: async () => undefined,
  newId: () => "",
  write: async () => false,
  keep: async () => {},
  open: async () => [],
  all: async () => [],
};

/** The store must be able to list its values. With a realm there are no approvals of others. */
export function approvalRecords(
  store: Store,
  seal: ValueSeal,
  clock: Clock,
  realm: Realm | undefined,
): ApprovalRecords {
  const callParts = ({ principal, tool, fingerprint }: CallKey): readonly string[] => {
    const name = JSON.stringify([realm?.product, realm?.env, principal, tool, fingerprint]);
    return seal.blinds(name).map((blinded) => blinded.slice(0, keyDigits));
  };
  const open = (key: string, value: StoredValue): Slot => openSlot(key, value, seal, realm);
  const read = async (key: string): Promise<Slot> => {
    const stored = await store.get(key);
    return stored ? open(key, stored) : { stored: new Map() };
  };
  const list = async (kind: string, some: SomeValues): Promise<readonly (Approval | undefined)[]> =>
    ((await store.list?.(kind, some)) ?? []).map((row) => open(row.key, row).approval);
  const allOpen = async (): Promise<readonly Approval[]> => {
    const listed = await list(prefix, { beyond: new Date(clock.now().getTime() + keptMs) });
    return listed.filter((approval) => approval !== undefined).filter(isOpen);
  };
  return {
    ofCall: async (terms) =>
      newest(await Promise.all(callParts(terms).map((part) => read(`${prefix}${part}`)))),
    async byId(id) {
      for (const key of [keyOf(id), `${replacedPrefix}${id}`]) {
        const slot = await read(key);
        if (slot.approval?.id === id) return slot;
      }
      return { stored: new Map() };
    },
    async openOf(id) {
      const { approval } = await read(keyOf(id));
      return approval && isOpen(approval) ? approval : undefined;
    },
    newId: (terms) => `${randomBytes(nonceBytes).toString("hex")}${callParts(terms)[0]}`,
    async write(approval, before) {
      const key = keyOf(approval.id);
      const replaced = before.stored.get(key);
      const keyId = before.approval?.id === approval.id ? replaced?.keyId : undefined;
      const value = seal.seal(approval as unknown as JsonObject, key, keyId);
      const until = await keptUntil(approval, store, clock);
      return replaced === undefined
        ? store.insert(key, value, until)
        : store.replace(key, replaced.revision, value, until);
    },
    async keep(ended) {
      const key = `${replacedPrefix}${ended.id}`;
      const until = new Date(ended.expiresAt + keptMs);
      await store.put(key, seal.seal(ended as unknown as JsonObject, key), until);
    },
    open: allOpen,
    async all() {
      const listed = await list(prefix, { max: maxListed });
      const replaced = await list(replacedPrefix, { max: maxListed });
      const known = [...listed, ...replaced].filter((each) => each !== undefined);
      return listed.length < maxListed ? known : [...(await allOpen()), ...known.filter(hasEnded)];
    },
  };
}

function hasEnded(approval: Approval): boolean {
  return !isOpen(approval);
}

function openSlot(
  key: string,
  { value, revision }: StoredValue,
  seal: ValueSeal,
  realm: Realm | undefined,
): Slot {
  const text = typeof value === "string" ? value : "";
  const approval = seal.open(text, key) as unknown as Approval | undefined;
  return {
    stored: new Map([[key, { revision, keyId: sealingKeyId(text) }]]),
    ...(approval !== undefined &&
      (realm === undefined || isSameRealm(approval.terms, realm)) && { approval }),
  };
}

/** When the value of an approval expires, on the clock of this process; approvals have the time of the store. */
async function keptUntil(approval: Approval, { now }: Store, clock: Clock): Promise<Date> {
  const own = clock.now().getTime();
  const shared = now ? (await now()).getTime() : own;
  const end = isOpen(approval) ? approval.expiresAt + keptMs : Math.max(approval.expiresAt, shared + keptMs);
  return new Date(end + own - shared);
}

/**
 * While the state keys change, servers with different current keys name the approvals of a call differently. What was asked for
 * last counts.
 */
function newest(slots: readonly Slot[]): Slot {
  const stored = new Map(slots.flatMap((slot) => [...slot.stored]));
  const approvals = slots.flatMap(({ approval }) => approval ?? []);
  const [approval] = approvals.toSorted((one, other) => other.createdAt - one.createdAt);
  return { stored, ...(approval && { approval }) };
}

/** The part of an approval's id that it has in common with the other approvals of its call. */
export function callPartOfId(id: string): string {
  return id.slice(ownDigits);
}

/**
 * The part of an approval's id that is its alone, and its beginning: what `list` prints is the beginning of the link too. The part
 * after it is the same for every approval of one call.
 */
export function ownPartOfId(id: string): string {
  return id.slice(0, ownDigits);
}

function keyOf(id: string): string {
  return `${prefix}${callPartOfId(id)}`;
}
