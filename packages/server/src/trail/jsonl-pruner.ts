import { open, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { readEvent } from "./cloud-event.ts";
import { parseLine } from "./json-lines.ts";
import { syncFolder } from "./sync-folder.ts";
import { prunedEvent, readPruned, type PrunedMark } from "./pruned-mark.ts";
import type { Pruner } from "./pruner.ts";

/**
 * Writes the rest of a JSON lines file anew, and puts it in the place of the old one; of a link, in that of the file to which it
 * leads. A server that writes to it refuses calls from then on until it is restarted, and nothing that it has written is lost.
 */
export function jsonlPruner(path: string): Pruner {
  return {
    async prune(chains, keepAnchors) {
      const marks = chains.flatMap((chain) => chain.marks);
      const file = await realpath(path);
      const draftFile = `${file}.pruned.new`;
      const source = await open(file, "r");
      try {
        // What is there is of a run that was interrupted, or a link that somebody else made.
        await rm(draftFile, { force: true });
        const draft = await open(draftFile, "wx", 0o600);
        try {
          const { read, whole } = await copyRest(source, draft, { marks, keepAnchors });
          await ownAs(draft, source);
          await draft.datasync();
          if ((await source.stat()).size !== read)
            throw new Error(`${file} was written to meanwhile: stop the server, then prune again`);
          await rename(draftFile, file);
          // A server that had looked at the name before this looks again after it has written: one of the two sees the other.
          if ((await source.stat()).size > read) await copyTail(source, draft, whole);
        } finally {
          await draft.close();
        }
        await syncFolder(dirname(file));
      } catch (error) {
        await rm(draftFile, { force: true });
        throw error;
      } finally {
        await source.close();
      }
    },
    close: async () => {},
  };
}

/** Whoever could write to the file still can. */
async function ownAs(draft: FileHandle, source: FileHandle): Promise<void> {
  const [{ mode, uid, gid }, own] = [await source.stat(), await draft.stat()];
  if (own.uid !== uid || own.gid !== gid) await draft.chown(uid, gid);
  await draft.chmod(mode);
}

async function copyTail(source: FileHandle, draft: FileHandle, start: number): Promise<void> {
  for await (const chunk of source.createReadStream({ autoClose: false, start }))
    await draft.appendFile(chunk as Buffer);
  await draft.datasync();
}

interface Pruning {
  readonly marks: readonly PrunedMark[];
  readonly keepAnchors: boolean;
}

/** The marks of a writer before its first line that stays, each as it is. Returns how many bytes of the source were read, and of whole lines. */
async function copyRest(
  source: FileHandle,
  draft: FileHandle,
  { marks, keepAnchors }: Pruning,
): Promise<{ readonly read: number; readonly whole: number }> {
  const ends = new Map(marks.map((mark) => [mark.writer, mark]));
  const kept = keepAnchors ? marks : [...ends.values()];
  const renewed = new Set(marks.map(placeOf));
  const marksToWrite = new Map<string, string>();
  for (const mark of kept) {
    const line = `${JSON.stringify(prunedEvent(mark))}\n`;
    marksToWrite.set(mark.writer, (marksToWrite.get(mark.writer) ?? "") + line);
  }
  let [read, unfinished] = [0, Buffer.alloc(0)];
  for await (const chunk of source.createReadStream({ autoClose: false, start: 0 })) {
    const bytes = Buffer.concat([unfinished, chunk as Buffer]);
    read += (chunk as Buffer).length;
    const whole = bytes.lastIndexOf(0x0a) + 1;
    unfinished = bytes.subarray(whole);
    let rest = "";
    for (const line of bytes.toString("utf8", 0, whole).split("\n").slice(0, -1)) {
      const event = parseLine(line);
      const mark = readPruned(event);
      const { writer, sequence = Infinity } = mark ?? readEvent(event) ?? {};
      const end = writer === undefined ? undefined : ends.get(writer);
      const stays =
        !end || sequence > end.sequence || (mark !== undefined && keepAnchors && !renewed.has(placeOf(mark)));
      if (!stays) continue;
      // The marks of a writer are in order, and come before its records.
      if (!mark && writer !== undefined) {
        rest += marksToWrite.get(writer) ?? "";
        marksToWrite.delete(writer);
      }
      rest += `${line}\n`;
    }
    await draft.appendFile(rest);
  }
  return { read, whole: read - unfinished.length };
}

function placeOf({ writer, sequence }: PrunedMark): string {
  return `${sequence} ${writer}`;
}
