import { existsSync } from "node:fs";
import { link, open, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { readEvent } from "./cloud-event.ts";
import { parseLine } from "./json-lines.ts";
import { syncFolder } from "./sync-folder.ts";
import { prunedEvent, readPruned, type PrunedMark } from "./pruned-mark.ts";
import type { Pruner } from "./pruner.ts";

/**
 * Writes the rest of a JSON lines file anew, and puts it in the place of the old one; of a link, in that of the file to which it
 * leads. The old file is moved away first: a server that writes to it refuses calls from then on until it is restarted, and what
 * it has told to be written is in the file that is read.
 */
export function jsonlPruner(path: string): Pruner {
  return {
    async prune(chains, keepAnchors) {
      const marks = chains.flatMap((chain) => chain.marks);
      const file = await realpath(path);
      const [draftFile, away] = [`${file}.pruned.new`, interruptedFile(file)];
      const source = await open(file, "r");
      try {
        // What is there is of a run that was interrupted, or a link that somebody else made.
        await rm(draftFile, { force: true });
        await rename(file, away);
        try {
          const read = await writeDraft(source, draftFile, { marks, keepAnchors });
          if ((await source.stat()).size !== read)
            throw new Error(`${file} was written to meanwhile: stop the server, then prune again`);
          // Unlike a rename this replaces nothing, so that a server that was started meanwhile loses nothing.
          await link(draftFile, file);
        } catch (error) {
          // If a server has begun another file there, both stay.
          await putBack(away, file);
          throw error;
        } finally {
          await rm(draftFile, { force: true });
        }
        await syncFolder(dirname(file));
        await rm(away);
      } finally {
        await source.close();
      }
    },
    close: async () => {},
  };
}

/** Where a file is while it is pruned. */
function interruptedFile(file: string): string {
  return `${file}.pruning`;
}

/** What to do about a file that is away because a pruning was interrupted; undefined if it is not. */
export function interruptedPruning(file: string): string | undefined {
  const away = interruptedFile(file);
  if (existsSync(file) || !existsSync(away)) return undefined;
  return `${file} is being pruned, or that was interrupted: if no \`proviso audit prune\` runs any more, \`mv ${away} ${file}\``;
}

async function putBack(away: string, file: string): Promise<void> {
  try {
    await link(away, file);
    await rm(away);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Returns how many bytes of the source were read. */
async function writeDraft(source: FileHandle, draftFile: string, pruning: Pruning): Promise<number> {
  const draft = await open(draftFile, "wx", 0o600);
  try {
    const read = await copyRest(source, draft, pruning);
    await ownAs(draft, source);
    await draft.datasync();
    return read;
  } finally {
    await draft.close();
  }
}

/** Whoever could write to the file still can. */
async function ownAs(draft: FileHandle, source: FileHandle): Promise<void> {
  const [{ mode, uid, gid }, own] = [await source.stat(), await draft.stat()];
  if (own.uid !== uid || own.gid !== gid) await draft.chown(uid, gid);
  await draft.chmod(mode);
}

interface Pruning {
  readonly marks: readonly PrunedMark[];
  readonly keepAnchors: boolean;
}

/** The marks of a writer before its first line that stays, each as it is. Returns how many bytes of the source were read. */
async function copyRest(
  source: FileHandle,
  draft: FileHandle,
  { marks, keepAnchors }: Pruning,
): Promise<number> {
  const ends = new Map(marks.map((mark) => [mark.writer, mark]));
  const kept = keepAnchors ? marks : [...ends.values()];
  const renewed = new Set(marks.map(placeOf));
  const marksToWrite = new Map<string, string>();
  for (const mark of kept) {
    const line = `${JSON.stringify(prunedEvent(mark))}\n`;
    marksToWrite.set(mark.writer, (marksToWrite.get(mark.writer) ?? "") + line);
  }
  let [read, unfinished] = [0, Buffer.alloc(0)];
  // Stryker disable next-line BooleanLiteral: it may be closed twice
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
      // Stryker disable next-line ConditionalExpression: no mark is of no writer
      const end = writer === undefined ? undefined : ends.get(writer);
      const stays =
        !end || sequence > end.sequence || (mark !== undefined && keepAnchors && !renewed.has(placeOf(mark)));
      if (!stays) continue;
      // The marks of a writer are in order, and come before its records.
      // Stryker disable next-line ConditionalExpression: no mark is of no writer
      if (!mark && writer !== undefined) {
        rest += marksToWrite.get(writer) ?? "";
        marksToWrite.delete(writer);
      }
      rest += `${line}\n`;
    }
    await draft.appendFile(rest);
  }
  return read;
}

function placeOf({ writer, sequence }: PrunedMark): string {
  return `${sequence} ${writer}`;
}
