import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { AuditHost } from "./command.ts";
import { UsageError } from "@proviso/terminal";

/** Where exported records go. */
interface Output {
  /** A line without its end. Resolves when more can be written. */
  print(line: string): Promise<void>;
  /** Makes everything durable. Resolves to the file's bytes; undefined for standard output. */
  flush(): Promise<number | undefined>;
  close(): Promise<void>;
}

const bufferedCharacters = 64 * 1024;

/** `-` is standard output. With `bytes`, a file is continued there; else it is created. */
export async function openOutput(to: string, bytes: number | undefined, host: AuditHost): Promise<Output> {
  if (to === "-")
    return { print: (line) => host.out(line), flush: async () => undefined, close: async () => {} };
  const handle = bytes === undefined ? await createFile(to) : await continueFile(to, bytes);
  let size = bytes ?? 0;
  let waiting = "";
  const write = async (): Promise<void> => {
    const lines = Buffer.from(waiting);
    waiting = "";
    for (let at = 0; at < lines.length;) {
      const { bytesWritten } = await handle.write(lines, at, lines.length - at, size);
      at += bytesWritten;
      size += bytesWritten;
    }
  };
  return {
    async print(line) {
      waiting += `${line}\n`;
      if (waiting.length >= bufferedCharacters) await write();
    },
    async flush() {
      await write();
      await handle.datasync();
      return size;
    },
    close: () => handle.close(),
  };
}

/** What callers have sent is for its owner alone, as in the trail itself. */
export const privateMode = 0o600;

async function createFile(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true });
  return open(file, "wx", privateMode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new UsageError(`${file} exists: name another file, or continue it with \`--after\` its position`);
  });
}

/** What follows the position was written by an export that did not end. */
async function continueFile(file: string, bytes: number): Promise<FileHandle> {
  const handle = await open(file, "r+").catch(() => {
    throw new UsageError(`there is no file ${file} that can be continued`);
  });
  if ((await handle.stat()).size < bytes) {
    await handle.close();
    throw new UsageError(`${file} is shorter than its position says`);
  }
  await handle.truncate(bytes);
  return handle;
}
