import { rm, writeFile } from "node:fs/promises";
import { printJson } from "@proviso/manifest";
import type { AuditTrail } from "../trail/audit-trail.ts";
import type { AuditCommandLine, AuditHost } from "./command.ts";
import { textOf } from "@proviso/terminal";
import { eventsAfter } from "./export-from.ts";
import { openOutput } from "./output.ts";
import { readPosition, writePosition, type Positions } from "./positions.ts";

/** Writes the position after so many records: an interrupted export can be continued. */
const recordsBetweenPositions = 10_000;

/**
 * Copies all records up to the heads, in constant memory. A file gets its heads beside it, as
 * `proviso audit verify` expects them. Interrupted, it can be continued from the last position.
 */
export async function exportArchive(
  trail: AuditTrail,
  { values }: AuditCommandLine,
  host: AuditHost,
): Promise<void> {
  const [to = "-", after, positionFile] = ["to", "after", "position"].map((name) => textOf(values[name]));
  const begun = after === undefined ? undefined : readPosition(after);
  const heads = await trail.heads();
  const output = await openOutput(to, begun?.bytes, host);
  const isNew = to !== "-" && begun?.bytes === undefined;
  let isSaved = false;
  const isWhole = to !== "-" && (begun === undefined || begun.bytes !== undefined);
  // A terminal must not interpret what callers chose.
  const print = to === "-" && host.width !== undefined ? printJson : JSON.stringify;
  let done: Positions = begun?.positions ?? [];
  const save = async (): Promise<void> => {
    const bytes = await output.flush();
    if (positionFile !== undefined) await writePosition(positionFile, done, bytes);
    isSaved = positionFile !== undefined;
  };
  try {
    let count = 0;
    for await (const { event, positions } of eventsAfter(trail, heads, done)) {
      if (host.signal.aborted) break;
      await output.print(print(event));
      count += 1;
      if (to !== "-" && count % recordsBetweenPositions === 0) {
        done = positions();
        await save();
      }
      done = positions();
    }
    await save();
  } catch (error) {
    // Without a position nobody could continue the file, and the next export would fail.
    if (isNew && !isSaved) await rm(to, { force: true });
    throw error;
  } finally {
    await output.close();
  }
  if (isWhole && !host.signal.aborted) await writeFile(`${to}.head.json`, `${JSON.stringify(heads)}\n`);
}
