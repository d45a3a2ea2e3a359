import { isObject } from "@proviso/manifest";
import { readHead, type AuditHead } from "./head.ts";

/**
 * What remains of the records of a writer up to `sequence`, which were removed on purpose: the hash
 * that the next record continues. `keyId` and `signature` are those of whoever removed them.
 */
export interface PrunedMark extends AuditHead {
  /** Records from this time on were kept. ISO 8601. */
  readonly before: string;
  /** When they were removed. ISO 8601. */
  readonly at: string;
  /** Id of the key that signed the chain at `sequence`. */
  readonly keyInForce?: string;
}

const prunedType = "proviso.audit.pruned";

/** The mark as an event of the trail, in the place of the records. */
export function prunedEvent(mark: PrunedMark): object {
  const { writer, sequence, at } = mark;
  return {
    data: mark,
    id: `${encodeURIComponent(writer)}.${sequence}.pruned`,
    source: `urn:proviso:audit:${encodeURIComponent(writer)}`,
    specversion: "1.0",
    time: at,
    type: prunedType,
  };
}

/** The mark in a stored event; undefined if it is none. Its signature is not verified. */
export function readPruned(event: unknown): PrunedMark | undefined {
  if (!isObject(event) || event["type"] !== prunedType || event["sequence"] !== undefined) return undefined;
  const mark = event["data"];
  const head = readHead(mark);
  if (!head || head.sequence === 0 || !isObject(mark)) return undefined;
  const { before, at, keyInForce } = mark;
  if (typeof before !== "string" || typeof at !== "string") return undefined;
  return { ...head, before, at, ...(typeof keyInForce === "string" && { keyInForce }) };
}
