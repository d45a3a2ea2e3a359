import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { AuditSink } from "@proviso/server";
import { type FileIdentity, type TellOperator, fileIdentity, remedyForFile } from "@proviso/server/storage";
import { groupEnd } from "./group-end.ts";
import { keyChangeGroup } from "./chain-group.ts";
import { chainedAudit, type AuditLog, type ChainOptions } from "./chained-audit.ts";
import type { AuditRecord } from "./audit-record.ts";
import { readEvent } from "./cloud-event.ts";
import { continueChain, type ChainEnd } from "./continue-chain.ts";
import { headFileOf, openHeadFile, type HeadFile } from "./head-file.ts";
import { firstHead, headSigner } from "./head.ts";
import { interruptedPruning } from "./jsonl-pruner.ts";
import { linesBackwards, parseLine, wholeLines } from "./json-lines.ts";
import { reportedAudit } from "./reported-audit.ts";
import { recordsSearched, type TrailView } from "./store-tie.ts";
import { syncFolder } from "./sync-folder.ts";

export interface JsonlAuditOptions extends ChainOptions {
  /**
   * Path of the file; created if missing, only appended to. Its heads are in `FILE.head.json`. One process per file: for
   * several, use the SQLite sink.
   */
  readonly file: string;
  /** Receives one line when the file cannot be used any more, and when it can again. Defaults to stderr. */
  readonly onOutage?: TellOperator;
}

/** Another process has written to the file. */
class WrittenByOthers extends Error {
  override readonly name = "WrittenByOthers";
}

/**
 * A trail with one CloudEvent per line. JSON escapes line breaks, so that no content can forge a record. Rejects if the file
 * does not match its head. At start, only the end of the file is read.
 */
export async function jsonlAudit(options: JsonlAuditOptions): Promise<AuditSink> {
  const { file, onOutage, writer = "main", signing } = options;
  const interrupted = interruptedPruning(file);
  if (interrupted !== undefined) throw new Error(interrupted);
  const handle = await open(file, "a+");
  try {
    await syncFolder(dirname(file));
    const heads = openHeadFile(headFileOf(file));
    const size = await dropUnfinished(handle, heads, options);
    const identity = fileIdentity(file, await handle.stat({ bigint: true }));
    const log = jsonlLog({ handle, heads, identity }, size);
    const signer = signing && headSigner(signing);
    const end = continueChain(await log.end(writer), writer, signer);
    const change = keyChangeGroup(writer, end, signer);
    if (change) await log.append(change.events, change.head);
    else if (!heads.of(writer)) heads.put(firstHead(writer, signer));
    await heads.flush();
    const resource = { resource: file, what: `the audit trail in ${file}`, remedy: trailFileRemedy };
    return reportedAudit(chainedAudit(log, options), { ...resource, tell: onOutage });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function trailFileRemedy(error: unknown): string {
  return error instanceof WrittenByOthers
    ? "see `proviso audit verify`, give each process a file of its own, and restart the server"
    : remedyForFile(error);
}

interface OpenTrail {
  readonly handle: FileHandle;
  readonly heads: HeadFile;
  readonly identity: FileIdentity;
}

/** Bytes that are written and removed again, to see whether a disk that was full has space. */
const probe = Buffer.alloc(4096, " ");

function jsonlLog({ handle, heads, identity }: OpenTrail, initialSize: number): AuditLog {
  let size = initialSize;
  let hasFailed = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** Operations take turns. */
  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = turn.then(run);
    turn = result.catch(() => {});
    return result;
  }

  async function write(bytes: Buffer): Promise<void> {
    // Anything written to a removed file is lost.
    identity.check();
    await heads.ready();
    if ((await handle.stat()).size !== size)
      throw new WrittenByOthers("another process has changed the audit file");
    try {
      await handle.appendFile(bytes);
      await handle.datasync();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      // If this fails too, the size no longer matches and every later append is refused.
      await handle.truncate(size);
      throw error;
    }
  }

  return {
    view: jsonlView(handle, () => size),
    end: (writer) => findTrailEnd(handle, size, heads, writer),
    ready: () =>
      inTurn(async () => {
        await write(hasFailed ? probe : Buffer.alloc(0));
        await handle.truncate(size);
      }),
    append: (events, head) =>
      inTurn(async () => {
        const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
        await write(bytes);
        // Whoever prunes the file copies what was written before it was taken away, and nothing later.
        identity.check();
        size += bytes.length;
        heads.put(head);
        return true;
      }),
    async close() {
      try {
        await heads.flush();
      } finally {
        await handle.close();
      }
    },
  };
}

/** The file's records, the newest first, to be compared with a store. */
function jsonlView(handle: FileHandle, sizeNow: () => number): TrailView {
  async function find(
    isWanted: (record: AuditRecord) => boolean,
    lines = Infinity,
  ): Promise<AuditRecord | undefined> {
    let left = lines;
    for await (const { text } of linesBackwards(handle, sizeNow())) {
      if (left-- <= 0) return undefined;
      const record = readEvent(parseLine(text));
      if (record && isWanted(record)) return record;
    }
    return undefined;
  }
  return {
    newestMarked: (name) =>
      find(({ writer, store }) => writer === name && store !== undefined, recordsSearched),
    has: async ({ writer, sequence, hash }) =>
      (await find((record) => record.writer === writer && record.sequence <= sequence))?.hash === hash,
    async heads() {
      const record = await find(() => true);
      return record ? [record] : [];
    },
  };
}

async function findTrailEnd(
  handle: FileHandle,
  size: number,
  heads: HeadFile,
  writer: string,
): Promise<ChainEnd> {
  const head = heads.of(writer);
  const events: unknown[] = [];
  for await (const { text } of linesBackwards(handle, size)) {
    const event = parseLine(text);
    const found = readEvent(event);
    if (found?.writer !== writer) continue;
    events.push(event);
    if (!head || found.sequence <= head.sequence) break;
  }
  return { events: events.toReversed(), ...(head && { head }) };
}

/**
 * After a crash the file may end inside a line or inside a group, whose last records are then not signed. Nobody was told that
 * these are durable, so nothing depends on them, and they are removed.
 */
async function dropUnfinished(
  handle: FileHandle,
  heads: HeadFile,
  { writer = "main", signing }: JsonlAuditOptions,
): Promise<number> {
  const { size } = await handle.stat();
  let whole = await wholeLines(handle, size);
  const head = heads.of(writer);
  if (signing && head?.signature !== undefined) {
    for await (const { text, start } of linesBackwards(handle, whole)) {
      const event = parseLine(text);
      const record = readEvent(event);
      const isNewer = record?.writer === writer && record.sequence > head.sequence;
      if (!isNewer || groupEnd(event)?.signature !== undefined) break;
      whole = start;
    }
  }
  if (whole < size) await handle.truncate(whole);
  return whole;
}
