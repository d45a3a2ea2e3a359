import { open } from "node:fs/promises";
import type { AuditTrail } from "./audit-trail.ts";
import { headFileOf, readHeadFile } from "./head-file.ts";
import { linesBackwards, parseLine, wholeLines } from "./json-lines.ts";

/** Reads an exported trail. Rejects if there is no file. Leaves out an unfinished last line. */
export async function readJsonlAudit(file: string): Promise<AuditTrail> {
  await (await open(file, "r")).close();
  return {
    headsLag: true,
    heads: () => readHeadFile(headFileOf(file)),
    events: () => wholeEvents(file),
    newest: (count) => newestEvents(file, count),
    close: async () => {},
  };
}

async function* wholeEvents(file: string): AsyncGenerator<unknown> {
  const handle = await open(file, "r");
  try {
    let unfinished = "";
    // Stryker disable next-line BooleanLiteral: it may be closed twice
    for await (const chunk of handle.createReadStream({ encoding: "utf8", autoClose: false })) {
      const lines = `${unfinished}${chunk as string}`.split("\n");
      // Stryker disable next-line StringLiteral: a text that is split has a last part
      unfinished = lines.pop() ?? "";
      for (const line of lines) yield parseLine(line);
    }
  } finally {
    await handle.close();
  }
}

async function newestEvents(file: string, count: number): Promise<readonly unknown[]> {
  const handle = await open(file, "r");
  try {
    const size = await wholeLines(handle, (await handle.stat()).size);
    const found: unknown[] = [];
    for await (const text of linesBackwards(handle, size)) if (found.push(parseLine(text)) >= count) break;
    return found.toReversed();
  } finally {
    await handle.close();
  }
}
