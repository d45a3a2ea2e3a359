import { genesis, hashRecord, type AuditHead, type AuditRecord } from "./record.ts";

/** `edited`: its content does not match its hash, or the chain. `reordered`: not where it was written. `gap`: records are missing before it. */
export type AuditProblem = "unreadable" | "edited" | "reordered" | "gap";

export type AuditVerdict =
  | { readonly ok: true; readonly records: number; readonly heads: ReadonlyMap<string, AuditHead> }
  | {
      readonly ok: false;
      readonly problem: AuditProblem;
      /** Position among the records given, from 0. */
      readonly index: number;
      readonly writer?: string;
      /** As the record says. */
      readonly sequence?: number;
      readonly message: string;
    };

/**
 * Follows the chain of every writer and stops at the first break. Records of different writers may be mixed. That
 * the newest records are missing cannot be seen from the records alone.
 */
export function verifyAudit(records: readonly unknown[]): AuditVerdict {
  const heads = new Map<string, AuditHead>();
  for (const [index, record] of records.entries()) {
    if (!isAuditRecord(record))
      return { ok: false, problem: "unreadable", index, message: `record ${index} is not an audit record` };
    const head = heads.get(record.writer) ?? genesis;
    const problem = problemOf(record, head, records, index);
    if (problem) return broken(problem, record, head, index);
    heads.set(record.writer, { sequence: record.sequence, hash: record.hash });
  }
  return { ok: true, records: records.length, heads };
}

function problemOf(
  record: AuditRecord,
  head: AuditHead,
  records: readonly unknown[],
  index: number,
): AuditProblem | undefined {
  if (!hashesTo(record)) return "edited";
  if (record.sequence <= head.sequence) return "reordered";
  if (record.sequence > head.sequence + 1)
    return comesLater(records, index, record.writer, head.sequence + 1) ? "reordered" : "gap";
  return record.previousHash === head.hash ? undefined : "edited";
}

function hashesTo(record: AuditRecord): boolean {
  try {
    return hashRecord(record) === record.hash;
  } catch {
    return false;
  }
}

function comesLater(records: readonly unknown[], index: number, writer: string, sequence: number): boolean {
  return records
    .slice(index + 1)
    .some((record) => isAuditRecord(record) && record.writer === writer && record.sequence === sequence);
}

const explanations: Readonly<Record<AuditProblem, string>> = {
  unreadable: "is not an audit record",
  edited: "was changed after it was written, or the one before it was",
  reordered: "is not in the place in which it was written",
  gap: "follows records that are missing",
};

function broken(problem: AuditProblem, record: AuditRecord, head: AuditHead, index: number): AuditVerdict {
  const { writer, sequence } = record;
  const message = `record ${sequence} of writer \`${writer}\` ${explanations[problem]} (expected number ${head.sequence + 1})`;
  return { ok: false, problem, index, writer, sequence, message };
}

function isAuditRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Partial<Record<keyof AuditRecord, unknown>>;
  return (
    typeof record.writer === "string" &&
    Number.isSafeInteger(record.sequence) &&
    typeof record.previousHash === "string" &&
    typeof record.hash === "string"
  );
}
