import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readHead, type AuditHead } from "./head.ts";

/** The heads of a trail, in a file beside it. */
export interface HeadFile {
  of(writer: string): AuditHead | undefined;
  /** Stores a head soon. While one is being written the next ones wait, and only the newest of them is written. */
  put(head: AuditHead): void;
  /** Lets the next head of this writer be older than the stored one. */
  goBack(writer: string): void;
  /** Resolves when all heads are durable. Rejects if a write fails twice. */
  flush(): Promise<void>;
  /** Rejects if the last head cannot be stored; does not wait for a running write. */
  ready(): Promise<void>;
}

/** Names the file of a trail's heads: `proviso.sqlite.head.json` for `proviso.sqlite`. */
export function headFileOf(file: string): string {
  return `${file}.head.json`;
}

/**
 * Reads the existing heads, without writing. Throws if the file is not a list of heads. Heads are written at most once in
 * `everyMs` milliseconds, and when `flush` is called. Several processes may store the heads of their writers in one file.
 */
export function openHeadFile(headFile: string, everyMs = 0): HeadFile {
  removeDrafts(headFile);
  const heads = new Map(listHeads(readHeadFileSync(headFile), headFile).map((head) => [head.writer, head]));
  const draftFile = `${headFile}.${randomBytes(6).toString("hex")}${draftEnd}`;
  const back = new Set<string>();
  let isStale = false;
  let failure: unknown;
  let writing: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let mayWriteAt = 0;

  async function write(): Promise<void> {
    try {
      isStale = false;
      mayWriteAt = performance.now() + everyMs;
      await mergeHeads(headFile, draftFile, [...heads.values()], back);
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    writing = undefined;
    if (isStale) schedule();
  }

  function schedule(): void {
    if (writing || waiting) return;
    const wait = mayWriteAt - performance.now();
    // Stryker disable next-line ConditionalExpression, EqualityOperator: a millisecond later
    if (wait <= 0) writing = write();
    else
      waiting = setTimeout(() => {
        waiting = undefined;
        writing ??= write();
      }, wait).unref();
  }

  async function flush(): Promise<void> {
    if (failure !== undefined) isStale = true;
    while (writing || isStale) {
      clearTimeout(waiting);
      waiting = undefined;
      await (writing ??= write());
      if (failure !== undefined) throw failure;
    }
  }

  return {
    of: (writer) => heads.get(writer),
    put(head) {
      heads.set(head.writer, head);
      isStale = true;
      schedule();
    },
    goBack(writer) {
      heads.delete(writer);
      back.add(writer);
    },
    flush,
    ready: async () => (failure === undefined ? undefined : flush()),
  };
}

function listHeads(keptHeads: readonly unknown[], headFile: string): readonly AuditHead[] {
  const heads = keptHeads.map(readHead).filter((head) => head !== undefined);
  if (keptHeads.length === 1 && keptHeads[0] === "")
    throw new Error(
      `${headFile} is empty: put its newest copy back; without a copy, make sure that nobody has restored the database to an older day and remove the file`,
    );
  if (heads.length < keptHeads.length)
    throw new Error(`${headFile} is not a list of heads; see \`proviso audit verify\``);
  return heads;
}

/** The stored heads, for `verifyAudit`: none if there is no file, its text if it cannot be read. */
export async function readHeadFile(headFile: string): Promise<readonly unknown[]> {
  // Stryker disable next-line StringLiteral: JSON is read from bytes, too
  return parseHeads(await readFile(headFile, "utf8").catch(ignoreMissing));
}

function readHeadFileSync(headFile: string): readonly unknown[] {
  try {
    // Stryker disable next-line StringLiteral: JSON is read from bytes, too
    return parseHeads(readFileSync(headFile, "utf8"));
  } catch (error) {
    return parseHeads(ignoreMissing(error));
  }
}

function parseHeads(headText: string | undefined): readonly unknown[] {
  if (headText === undefined) return [];
  try {
    const keptHeads: unknown = JSON.parse(headText);
    return Array.isArray(keptHeads) ? keptHeads : [headText];
  } catch {
    return [headText.trim()];
  }
}

function ignoreMissing(error: unknown): undefined {
  // Stryker disable next-line ConditionalExpression, LogicalOperator: nothing else has it
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Another process may have written meanwhile; the newest head of each writer is stored. */
async function mergeHeads(
  headFile: string,
  draftFile: string,
  ours: readonly AuditHead[],
  back: Set<string>,
): Promise<void> {
  const heads = new Map(listHeads(await readHeadFile(headFile), headFile).map((head) => [head.writer, head]));
  for (const head of ours)
    if (back.has(head.writer) || (heads.get(head.writer)?.sequence ?? -1) <= head.sequence)
      heads.set(head.writer, head);
  await replaceFile(headFile, draftFile, `${JSON.stringify([...heads.values()])}\n`);
  for (const { writer } of ours) back.delete(writer);
}

const draftEnd = ".new";

/** Readers see either the old or the new file, even after a crash. */
async function replaceFile(headFile: string, draftFile: string, headText: string): Promise<void> {
  const handle = await open(draftFile, "w");
  try {
    await handle.writeFile(headText);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(draftFile, headFile);
}

const oldDraftMs = 60_000;

/** A killed process may have left a draft. */
function removeDrafts(headFile: string): void {
  const folder = dirname(headFile);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(headFile)}.`) || !name.endsWith(draftEnd)) continue;
    const draftFile = join(folder, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(draftFile, { throwIfNoEntry: false }) ?? {};
    // Stryker disable next-line EqualityOperator, ObjectLiteral, BooleanLiteral: a moment
    if (Date.now() - mtimeMs > oldDraftMs) rmSync(draftFile, { force: true });
  }
}
