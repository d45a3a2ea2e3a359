import { open, readFile, type FileHandle } from "node:fs/promises";
import type { AuditSink } from "../ports.ts";
import { chainedAudit, type AuditLog } from "./chained-audit.ts";
import { genesis, type AuditHead, type AuditRecord } from "./record.ts";

export interface JsonlAuditOptions {
  /** Path of the file; created if missing, only ever appended to. */
  readonly file: string;
  /** The chain to continue. Defaults to "main". One process per file: for several, use the SQLite sink. */
  readonly writer?: string;
}

/** One record a line. JSON escapes line breaks, so that no content can forge a record. */
export async function jsonlAudit(options: JsonlAuditOptions): Promise<AuditSink> {
  const handle = await open(options.file, "a+");
  const size = await dropTornLine(handle);
  return chainedAudit(jsonlLog(handle, size), options.writer ?? "main");
}

/** All lines of an audit file, for `verifyAudit`: a line that is not JSON is passed on as its text. */
export async function readJsonlAudit(file: string): Promise<readonly unknown[]> {
  const text = await readFile(file, "utf8");
  return text.split("\n").slice(0, -1).map(parseLine);
}

/** After a crash the file may end inside a line. Nobody was told that this record is durable, so nothing followed it. */
async function dropTornLine(handle: FileHandle): Promise<number> {
  const content = await handle.readFile();
  const size = content.lastIndexOf(0x0a) + 1;
  if (size < content.length) await handle.truncate(size);
  return size;
}

function jsonlLog(handle: FileHandle, initialSize: number): AuditLog {
  let size = initialSize;
  return {
    head: (writer) => lastOf(handle, writer, size),
    async append(records) {
      const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      if ((await handle.stat()).size !== size) throw new Error("another process has changed the audit file");
      try {
        await handle.appendFile(bytes);
        await handle.datasync();
      } catch (error) {
        // If this fails too, the size no longer matches and every later append is refused.
        await handle.truncate(size);
        throw error;
      }
      size += bytes.length;
      return true;
    },
    close: () => handle.close(),
  };
}

async function lastOf(handle: FileHandle, writer: string, size: number): Promise<AuditHead> {
  const content = Buffer.alloc(size);
  await handle.read(content, 0, size, 0);
  const lines = content.toString("utf8").split("\n").slice(0, -1);
  const last = lines.map(parseLine).findLast((line) => isRecordOf(line, writer));
  return last ?? genesis;
}

function isRecordOf(line: unknown, writer: string): line is AuditRecord {
  return typeof line === "object" && line !== null && "writer" in line && line.writer === writer;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
