import { columnsOf } from "./columns-of.ts";

/** Before the further lines of a text: after a space, and in the middle of a word. No text holds either. */
const gutters = { word: "│ ", inWord: "┆ " } as const;

/**
 * One line of the guard's view in lines of so many columns, nothing cut. The guard escapes whatever draws frames, so that a line
 * with a bar before it is the rest of the line above, and one without is not.
 */
export function viewLeaves(line: string, width: number): string {
  const lines: string[] = [];
  let [rest, gutter]: [string, string] = [line, ""];
  while (columnsOf(gutter + rest) > width) {
    const fitting = fit(rest, width - gutter.length);
    const space = fitting.lastIndexOf(" ");
    const isWord = space > fitting.length / 2;
    lines.push(gutter + (isWord ? fitting.slice(0, space) : fitting));
    rest = rest.slice(isWord ? space + 1 : fitting.length);
    gutter = isWord ? gutters.word : gutters.inWord;
  }
  return [...lines, gutter + rest].join("\n");
}

/** As many whole characters as fit, and at least one. */
function fit(text: string, width: number): string {
  let [fitting, columns] = ["", 0];
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width && fitting !== "") break;
    fitting += character;
  }
  return fitting;
}
