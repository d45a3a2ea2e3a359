import { rename, rm, writeFile } from "node:fs/promises";
import { readHead, type AuditHead } from "../trail/head.ts";
import { UsageError } from "@proviso/terminal";
import { readFileText } from "./read-keys.ts";

/** How far an export has come: the last exported record of each writer. */
export type Positions = readonly AuditHead[];

interface StoredPosition {
  readonly format: "proviso-audit-position";
  readonly positions: Positions;
  /** Size of the exported file in bytes; absent where records went to standard output. */
  readonly bytes?: number;
}

/** The positions in a file that `export --position` wrote. */
export async function readPositions(file: string): Promise<Positions> {
  return (await readPosition(file)).positions;
}

export async function readPosition(file: string): Promise<StoredPosition> {
  const stored = parse(await readFileText(file));
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

function parse(text: string): StoredPosition | undefined {
  try {
    return JSON.parse(text) as StoredPosition | undefined;
  } catch {
    return undefined;
  }
}
