import { randomBytes } from "node:crypto";
import type { JsonObject } from "@proviso/manifest";
import type { Store, StoredValue } from "../api/ports.ts";
import { sealingKeyId, type ValueSeal } from "../pipeline/seals/sealed-value.ts";
import type { Approval, CallTerms } from "../api/approval.ts";

/** What the store holds for a call. */
export interface Slot {
  readonly approval?: Approval;
  /** What is stored under the names of this call: one name for each state key. Also values that our keys do not open. */
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
  /** Also one that another has replaced. Empty if there is none with this id. */
  byId(id: string): Promise<Slot>;
  /** Hard to guess; its first part says where the approval is. */
  newId(terms: CallKey): string;
  /** Compare-and-set; false if somebody else has written meanwhile. */
  write(approval: Approval, before: Slot): Promise<boolean>;
  /** Keeps an approval that has ended, and whose place another has taken: it can be looked at by its id for a while. */
  keep(ended: Approval): Promise<void>;
  /** Without those that others have replaced. */
  all(): Promise<readonly Approval[]>;
}

const prefix = "pending:";
const replacedPrefix = "replaced:";
const keyDigits = 32;
const nonceBytes = 8;
/** How long an approval can be looked at after it has ended. */
const keptMs = 24 * 60 * 60_000;

/** For a store that cannot list its values: nothing waits there. */
export const noRecords: ApprovalRecords = {
  ofCall: async () => ({ stored: new Map() }),
  byId: async () => ({ stored: new Map() }),
  newId: () => "",
  write: async () => false,
  keep: async () => {},
  all: async () => [],
};

/** The store must be able to list its values. */
export function approvalRecords(store: Store, seal: ValueSeal): ApprovalRecords {
  const callParts = ({ principal, tool, fingerprint }: CallKey): readonly string[] =>
    seal.blinds(JSON.stringify([principal, tool, fingerprint])).map((blinded) => blinded.slice(0, keyDigits));
  const open = (key: string, { value, revision }: StoredValue): Slot => {
    const text = typeof value === "string" ? value : "";
    const approval = seal.open(text, key) as unknown as Approval | undefined;
    return {
      stored: new Map([[key, { revision, keyId: sealingKeyId(text) }]]),
      ...(approval !== undefined && { approval }),
    };
  };
  const read = async (key: string): Promise<Slot> => {
    const stored = await store.get(key);
    return stored ? open(key, stored) : { stored: new Map() };
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
    newId: (terms) => `${callParts(terms)[0]}${randomBytes(nonceBytes).toString("hex")}`,
    write(approval, before) {
      const key = keyOf(approval.id);
      const replaced = before.stored.get(key);
      const keyId = before.approval?.id === approval.id ? replaced?.keyId : undefined;
      const value = seal.seal(approval as unknown as JsonObject, key, keyId);
      const until = new Date(approval.expiresAt + keptMs);
      return replaced === undefined
        ? store.insert(key, value, until)
        : store.replace(key, replaced.revision, value, until);
    },
    async keep(ended) {
      const key = `${replacedPrefix}${ended.id}`;
      const until = new Date(ended.expiresAt + keptMs);
      await store.put(key, seal.seal(ended as unknown as JsonObject, key), until);
    },
    async all() {
      const rows = (await store.list?.(prefix)) ?? [];
      return rows.flatMap((row) => open(row.key, row).approval ?? []);
    },
  };
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

/**
 * The part of an approval's id that is its alone. The part before it is the same for every approval of one call, so a person who
 * writes only the beginning of an id could approve the next call with these arguments instead.
 */
export function ownPartOfId(id: string): string {
  return id.slice(keyDigits);
}

function keyOf(id: string): string {
  return `${prefix}${id.slice(0, keyDigits)}`;
}
