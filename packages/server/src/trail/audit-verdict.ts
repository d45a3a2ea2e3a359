/**
 * What can be wrong with records. `unreadable`: no audit record. `edited`: its content does not match its hash, or the
 * chain. `reordered`: not where it was written. `gap`: records are missing before it.
 */
export type RecordProblem = "unreadable" | "edited" | "reordered" | "gap";

/**
 * What can be wrong with heads. `head_unreadable`: no head, or two for one writer. `head_missing`: there are records without
 * one. `head_unsigned`, `head_forged`, `head_unknown_key`: not signed, not by the key that it names, not by a given one.
 * `cut`: records that it covers are missing at the end. `rewritten`: the record that it ends with is another one.
 * `appended`: it is followed by records that its writer did not write. `rolled_back`: the trail does not contain where it
 * was known to end before.
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
  | "rolled_back";

export type AuditProblem = RecordProblem | HeadProblem;

/** The first break that was found. */
export interface AuditBreak {
  readonly ok: false;
  readonly problem: AuditProblem;
  readonly writer?: string;
  /** As the record, or the head, says. */
  readonly sequence?: number;
  /** Position of the record in the trail, from 0; absent if it is the head that does not fit. */
  readonly index?: number;
  readonly message: string;
}

/** `unchecked`: signed, but no key was given to check it with. */
export type SignatureState = "valid" | "unchecked" | "none";

/** One writer of a trail that is whole. */
export interface WriterVerdict {
  readonly writer: string;
  /** Of the last record, and how many there are. */
  readonly sequence: number;
  readonly hash: string;
  /** How many records are newer than the head, which may lag a little where it is kept in a file of its own. */
  readonly uncovered: number;
  /** Of the head. */
  readonly signature: SignatureState;
  readonly keyId?: string;
}

export type AuditVerdict =
  | { readonly ok: true; readonly records: number; readonly writers: readonly WriterVerdict[] }
  | AuditBreak;
