import type { AuditHead } from "./head.ts";

/**
 * Problems of records. `unreadable`: not an audit record. `edited`: its content does not match its hash, or the chain.
 * `reordered`: not in the order in which it was written. `gap`: records are missing before it. `key_not_introduced`: signed by
 * another key than those before it, and no `key_changed` record introduces that key.
 */
export type RecordProblem = "unreadable" | "edited" | "reordered" | "gap" | "key_not_introduced";

/**
 * Problems of heads. `head_unreadable`: not a head, or two for one writer. `head_missing`: there are records without one.
 * `head_unsigned`, `head_forged`, `head_unknown_key`: not signed, an invalid signature, none of the given keys. `cut`: records
 * that it covers are missing at the end. `rewritten`: its last record is another one. `appended`: other records follow that its
 * writer did not write. `rolled_back`: the trail lacks records that it is known to have had. `key_not_introduced`: signed by a
 * key that is not in force at its record. `pruning_forged`: the mark in the place of removed records is not signed by a key that
 * was given and may sign it.
 */
export type HeadProblem =
  | "head_unreadable"
  | "head_missing"
  | "head_unsigned"
  | "head_forged"
  | "head_unknown_key"
  | "cut"
  | "rewritten"
  | "appended"
  | "rolled_back"
  | "pruning_forged"
  | "key_not_introduced";

export type AuditProblem = RecordProblem | HeadProblem;

/** The first problem that was found. */
export interface AuditBreak {
  readonly ok: false;
  readonly problem: AuditProblem;
  readonly writer?: string;
  /** As the record or head says. */
  readonly sequence?: number;
  /** Position of the record in the trail, from 0; absent for a problem of a head. */
  readonly index?: number;
  readonly message: string;
}

/** `unchecked`: signed, but no key was given to check the signature. */
export type SignatureState = "valid" | "unchecked" | "none";

/** One writer of an intact trail. */
export interface WriterVerdict {
  readonly writer: string;
  /** Number of the last record, and so the number of records that were written. */
  readonly sequence: number;
  readonly hash: string;
  /** How many records are newer than the head, which may lag in its own file. */
  readonly uncovered: number;
  /** The state of the head's signature. */
  readonly signature: SignatureState;
  readonly keyId?: string;
  /** The records up to `sequence` were removed then: they were older than `before`. */
  readonly pruned?: { readonly sequence: number; readonly before: string; readonly at: string };
}

export type AuditVerdict =
  | {
      readonly ok: true;
      readonly records: number;
      readonly writers: readonly WriterVerdict[];
      /** Heads that were expected and could not be compared, because their records were pruned since. Absent if there are none. */
      readonly uncompared?: readonly AuditHead[];
    }
  | AuditBreak;
