import type { FileHandle } from "node:fs/promises";

const lineFeed = 0x0a;
const readChunkBytes = 64 * 1024;

/** The lines of a file's first `size` bytes, last first. Reads only what is consumed. */
export async function* linesBackwards(handle: FileHandle, size: number): AsyncGenerator<string> {
  let chunkStart = size;
  let unreadBytes: Buffer = Buffer.alloc(0);
  while (chunkStart > 0) {
    const chunk = await readChunkAt(handle, Math.max(0, chunkStart - readChunkBytes), chunkStart);
    chunkStart -= chunk.length;
    unreadBytes = Buffer.concat([chunk, unreadBytes]);
    // The last byte ends the last line; the one before a line's first byte ends the line before.
    for (
      let end = endBefore(unreadBytes, unreadBytes.length - 1);
      end >= 0;
      end = endBefore(unreadBytes, end)
    ) {
      yield unreadBytes.toString("utf8", end + 1, unreadBytes.length - 1);
      unreadBytes = unreadBytes.subarray(0, end + 1);
    }
  }
  if (unreadBytes.length > 0) yield unreadBytes.toString("utf8", 0, unreadBytes.length - 1);
}

/** The number of bytes of complete lines in a file. */
export async function wholeLines(handle: FileHandle, size: number): Promise<number> {
  // Stryker disable next-line EqualityOperator: before the first byte there is nothing to read
  for (let end = size; end > 0; end -= readChunkBytes) {
    const chunkStart = Math.max(0, end - readChunkBytes);
    const last = (await readChunkAt(handle, chunkStart, end)).lastIndexOf(lineFeed);
    if (last >= 0) return chunkStart + last + 1;
  }
  return 0;
}

/**
 * The value of a line, or the line itself if it is not JSON as we write it. Readers differ about
 * repeated names, so the verified content could differ from what is read.
 */
export function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return JSON.stringify(value) === line ? value : line;
  } catch {
    return line;
  }
}

function endBefore(bytes: Buffer, position: number): number {
  return position <= 0 ? -1 : bytes.lastIndexOf(lineFeed, position - 1);
}

async function readChunkAt(handle: FileHandle, chunkStart: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - chunkStart);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, chunkStart);
  if (bytesRead < bytes.length) throw new Error("the audit file became shorter while it was read");
  return bytes;
}
