import { columnsOf } from "@proviso/terminal";

/** The mark of a continued line, after a space or within a word. No text contains it. */
const leafGutters = { word: "│ ", inWord: "┆ " } as const;

/**
 * Breaks a line of the guard's view at this many columns, without shortening it. Continued lines
 * begin with a bar, which the guard escapes in texts.
 */
export function viewLeaves(line: string, width: number): string {
  const lines: string[] = [];
  let [rest, gutter]: [string, string] = [line, ""];
  while (columnsOf(gutter + rest) > width) {
    const fittingText = fitLeaf(rest, width - gutter.length);
    const space = fittingText.lastIndexOf(" ");
    const isWord = space > fittingText.length / 2;
    lines.push(gutter + (isWord ? fittingText.slice(0, space) : fittingText));
    rest = rest.slice(isWord ? space + 1 : fittingText.length);
    gutter = isWord ? leafGutters.word : leafGutters.inWord;
  }
  return [...lines, gutter + rest].join("\n");
}

/** As many whole characters as fit the view's width, and at least one. */
function fitLeaf(text: string, width: number): string {
  let [fittingText, columns] = ["", 0];
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width && fittingText !== "") break;
    fittingText += character;
  }
  return fittingText;
}
