import { rename, rm, writeFile } from "node:fs/promises";
import { readHead, type AuditHead } from "../trail/head.ts";
import { parseJson, readText, UsageError } from "@proviso/terminal";

/** How far an export has come: the last exported record of each writer. */
export type Positions = readonly AuditHead[];

interface StoredPosition {
  readonly format: "proviso-audit-position";
  readonly positions: Positions;
  /** Size of the exported file in bytes; absent where records went to standard output. */
  readonly bytes?: number;
}

/** The positions in a file that `export --position` wrote. */
export function readPositions(file: string): Positions {
  return readPosition(file).positions;
}

export function readPosition(file: string): StoredPosition {
  const stored = parseJson(readText(file)) as unknown as StoredPosition | undefined;
  const positions = Array.isArray(stored?.positions) ? stored.positions.map(readHead) : [undefined];
  const readable = positions.filter((position) => position !== undefined);
  if (stored?.format !== "proviso-audit-position" || readable.length < positions.length)
    throw new UsageError(`${file} is no position of an export`);
  return { ...stored, positions: readable };
}

/** Replaces the file: a reader sees the former position or this one. */
export async function writePosition(file: string, positions: Positions, bytes?: number): Promise<void> {
  const stored: StoredPosition = {
    format: "proviso-audit-position",
    positions,
    ...(bytes !== undefined && { bytes }),
  };
  // An interrupted run may have left this file; somebody else may have put a link there.
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${JSON.stringify(stored)}\n`, { flag: "wx", flush: true });
  await rename(`${file}.new`, file);
}
