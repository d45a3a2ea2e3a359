import type { Offsets } from "../workspace/ranges.ts";

const before = /(?:[\w.?$-]+:)*[\w.?$-]*$/;
const after = /^[\w.?$-]*(?::[\w.?$-]+)*/;

/** The word around an offset: letters, digits and what joins the parts of names. */
export function wordAt(text: string, offset: number): Offsets {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  const typed = before.exec(text.slice(Math.max(line, offset - maxWordLength), offset))?.[0] ?? "";
  const rest = after.exec(text.slice(offset, offset + maxWordLength))?.[0] ?? "";
  return { start: offset - typed.length, end: offset + rest.length };
}

const maxWordLength = 200;
