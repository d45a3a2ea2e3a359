import { randomBytes } from "node:crypto";
import type { JsonObject } from "@proviso/manifest";
import type { Store, StoredValue } from "../api/ports.ts";
import type { ValueSeal } from "../pipeline/seals/sealed-value.ts";
import type { Approval, CallTerms } from "../api/approval.ts";

/** What the store holds for a call. No revision: nothing. A revision alone: a value that our key does not open. */
export interface Slot {
  readonly approval?: Approval;
  readonly revision?: number;
}

/** Where the approval of a call is: under the arguments that its caller sends, also after an approver has changed them. */
export type CallKey = Pick<CallTerms, "tool" | "principal" | "fingerprint">;

/**
 * The approvals in the store: one for each caller, tool and arguments. Each is sealed as a whole, so that whoever can read or
 * write the store, but has no state key, learns nothing and can approve nothing.
 */
export interface ApprovalRecords {
  ofCall(terms: CallKey): Promise<Slot>;
  /** Empty unless the approval there has this id. */
  byId(id: string): Promise<Slot>;
  /** Hard to guess; its first part says where the approval is. */
  newId(terms: CallKey): string;
  /** Compare-and-set; false if somebody else has written meanwhile. */
  write(approval: Approval, before: Slot): Promise<boolean>;
  all(): Promise<readonly Approval[]>;
}

const prefix = "pending:";
const keyDigits = 32;
const nonceBytes = 8;
/** How long an approval can be looked at after it has ended. */
const keptMs = 24 * 60 * 60_000;

/** For a store that cannot list its values: nothing waits there. */
export const noRecords: ApprovalRecords = {
  ofCall: async () => ({}),
  byId: async () => ({}),
  newId: () => "",
  write: async () => false,
  all: async () => [],
};

/** The store must be able to list its values. */
export function approvalRecords(store: Store, seal: ValueSeal): ApprovalRecords {
  const callPart = ({ principal, tool, fingerprint }: CallKey): string =>
    seal.blind(JSON.stringify([principal, tool, fingerprint])).slice(0, keyDigits);
  const open = (key: string, { value, revision }: StoredValue): Slot => {
    const approval = typeof value === "string" ? seal.open(value, key) : undefined;
    return { revision, ...(approval !== undefined && { approval: approval as unknown as Approval }) };
  };
  const read = async (key: string): Promise<Slot> => {
    const stored = await store.get(key);
    return stored ? open(key, stored) : {};
  };
  return {
    ofCall: (terms) => read(`${prefix}${callPart(terms)}`),
    async byId(id) {
      const slot = await read(keyOf(id));
      return slot.approval?.id === id ? slot : {};
    },
    newId: (terms) => `${callPart(terms)}${randomBytes(nonceBytes).toString("hex")}`,
    write(approval, { revision }) {
      const key = keyOf(approval.id);
      const value = seal.seal(approval as unknown as JsonObject, key);
      const until = new Date(approval.expiresAt + keptMs);
      return revision === undefined
        ? store.insert(key, value, until)
        : store.replace(key, revision, value, until);
    },
    async all() {
      const rows = (await store.list?.(prefix)) ?? [];
      return rows.flatMap((row) => open(row.key, row).approval ?? []);
    },
  };
}

function keyOf(id: string): string {
  return `${prefix}${id.slice(0, keyDigits)}`;
}
