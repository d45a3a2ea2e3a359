import { stripVTControlCharacters } from "node:util";

/** What fits a phone of 390 CSS pixels. */
export const phoneColumns = 41;

const result = /^ +✓ /;

/** What a kept line begins with, its colour, and the indent of the lines into which it is wrapped. */
const kept = [
  { begins: /^\d+\. /, before: "\u001b[1m", after: "\u001b[22m", hang: 0 },
  { begins: /^ +Mia ▸ /, before: "\u001b[36m", after: "\u001b[39m", hang: 6 },
  { begins: /^ +\? The person/, before: "\u001b[33m", after: "\u001b[39m", hang: 4 },
  { begins: /^ +↻ /, before: "\u001b[33m", after: "\u001b[39m", hang: 6 },
  { begins: result, before: "\u001b[32m", after: "\u001b[39m", hang: 4 },
] as const;

/**
 * The demo without its first part, in lines that a phone can show: of each part its title, its calls, what the person said, what was
 * retried, and the last result.
 */
export function shortDemo(text: string): string {
  const [, , ...parts] = stripVTControlCharacters(text).split(/^(?=\d+\. )/m);
  return parts.map((part) => shortPart(part.split("\n"))).join("\n\n");
}

function shortPart(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => result.test(line));
  return lines
    .flatMap((line, at) => {
      const style = kept.find(({ begins }) => begins.test(line));
      if (!style || (result.test(line) && at !== last)) return [];
      const whole = [line.replace(/^\d+\. | ─+$/g, ""), ...restOf(line, lines.slice(at + 1))].join(" ");
      return wrapped(whole, style.hang).map((each) => style.before + each + style.after);
    })
    .join("\n");
}

/** The lines into which the demo has wrapped a line: they begin further right, and without a mark. */
function restOf(line: string, following: readonly string[]): readonly string[] {
  const indent = line.search(/\S/);
  if (indent === 0) return [];
  const end = following.findIndex((each) => each.search(/\S/) <= indent || /^ +[^\s\w"'{(`] /.test(each));
  return following.slice(0, Math.max(0, end)).map((each) => each.trim());
}

function wrapped(text: string, hang: number): readonly string[] {
  const [first = "", ...words] = text.trim().split(/ +/);
  const lines = [" ".repeat(text.search(/\S/)) + first];
  for (const word of words) {
    const joined = `${lines.at(-1)} ${word}`;
    if (joined.length <= phoneColumns) lines[lines.length - 1] = joined;
    else lines.push(" ".repeat(hang) + word);
  }
  return lines;
}
