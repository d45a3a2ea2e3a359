import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "@proviso/manifest";
import type { AuditEntry } from "../ports.ts";

/** An entry in the chain of its writer. */
export interface AuditRecord extends AuditEntry {
  /** 1, 2, 3 … within a writer. */
  readonly sequence: number;
  readonly writer: string;
  /** `hash` of the record before, or `genesisHash`. */
  readonly previousHash: string;
  /** Hex SHA-256 of the canonical JSON of all other fields. */
  readonly hash: string;
}

/** Where a chain ends. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}

const genesisHash = "0".repeat(64);
export const genesis: AuditHead = { sequence: 0, hash: genesisHash };

function chainEntry(entry: AuditEntry, writer: string, previous: AuditHead): AuditRecord {
  const record = { ...entry, writer, sequence: previous.sequence + 1, previousHash: previous.hash };
  return { ...record, hash: hashRecord(record) };
}

/** Entries in their order, each one after the other. */
export function chainEntries(
  entries: readonly AuditEntry[],
  writer: string,
  head: AuditHead,
): readonly AuditRecord[] {
  let previous = head;
  return entries.map((entry) => {
    const record = chainEntry(entry, writer, previous);
    previous = record;
    return record;
  });
}

/** The hash that a record must have. */
export function hashRecord(record: Omit<AuditRecord, "hash"> & { readonly hash?: string }): string {
  const { hash: _, ...rest } = record;
  return createHash("sha256")
    .update(canonicalJson(rest as Json))
    .digest("hex");
}
