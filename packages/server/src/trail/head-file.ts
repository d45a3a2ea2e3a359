import { open, readFile, rename } from "node:fs/promises";
import { readHead, type AuditHead } from "./head.ts";

/** The heads of a JSON lines file, in a file beside it. */
export interface HeadFile {
  of(writer: string): AuditHead | undefined;
  /** Keeps a head soon. While one is being written the next ones wait, and of these only the newest is written. */
  put(head: AuditHead): void;
  /** Resolves when all is durable. If a head could not be kept it tries again, and rejects if it cannot. */
  settled(): Promise<void>;
  /** Rejects if the last head could not be kept, and cannot be now; does not wait for one that is being written. */
  ready(): Promise<void>;
}

/** `audit.jsonl` has its heads in `audit.jsonl.head.json`. */
export function headFileOf(file: string): string {
  return `${file}.head.json`;
}

/** Reads what there is; nothing is written yet. Rejects if it is not a list of heads. */
export async function openHeadFile(path: string): Promise<HeadFile> {
  const heads = new Map((await readHeads(path)).map((head) => [head.writer, head]));
  let isStale = false;
  let failure: unknown;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        await replaceFile(path, `${JSON.stringify([...heads.values()])}\n`);
        failure = undefined;
      } catch (error) {
        failure = error;
      }
    }
    writing = undefined;
  }

  async function settled(): Promise<void> {
    if (failure !== undefined) isStale = true;
    writing ??= writeAll();
    await writing;
    if (failure !== undefined) throw failure;
  }

  return {
    of: (writer) => heads.get(writer),
    put(head) {
      heads.set(head.writer, head);
      isStale = true;
      writing ??= writeAll();
    },
    settled,
    ready: async () => (failure === undefined ? undefined : settled()),
  };
}

async function readHeads(path: string): Promise<readonly AuditHead[]> {
  const kept = await readHeadFile(path);
  const heads = kept.map(readHead).filter((head) => head !== undefined);
  if (heads.length < kept.length)
    throw new Error(`${path} is not a list of heads; see \`proviso audit verify\``);
  return heads;
}

/** The heads as they are kept, for `verifyAudit`: none if there is no file, its text if it cannot be read. */
export async function readHeadFile(path: string): Promise<readonly unknown[]> {
  const text = await readFile(path, "utf8").catch(ignoreMissing);
  if (text === undefined) return [];
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept : [text];
  } catch {
    return [text];
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Whoever reads sees the old file or the new one, whatever happens meanwhile. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const handle = await open(draft, "w");
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}
