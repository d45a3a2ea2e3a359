import { plainLine, showHidden } from "../text/plain-text.ts";

const docWidth = 100;

/** Anything but ASCII, or what could end a comment or add a tag: few texts have it. */
const unusualInComment = /[^\n -~]|\*\/|@/;

/** Contract text for a comment, which it can neither end nor add a tag to. */
export function commentText(text: string): string {
  if (!unusualInComment.test(text)) return text.trim();
  return neutralComment(showHidden(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")));
}

/** Contract text for a comment, on one line. */
export function commentLine(text: string): string {
  if (!unusualInComment.test(text) && !text.includes("\n")) return text.trim();
  return neutralComment(plainLine(text));
}

/** A doc comment's text for ts-morph. Lines are wrapped, and indented in list items. */
export function docText(...lines: readonly string[]): string {
  const wrapped = lines.flatMap((line) => line.split("\n")).flatMap(wrapDocLine);
  return wrapped.length > 1 ? `\n${wrapped.join("\n")}` : (wrapped[0] ?? "");
}

/** A doc comment as code, for members of types that are written as text. */
export function docComment(...lines: readonly string[]): string {
  return docCode(docText(...lines));
}

/** The code of a doc comment whose text is `docText`. */
export function docCode(text: string): string {
  if (!text.startsWith("\n")) return `/** ${text} */`;
  return `/**${text.replaceAll("\n", "\n * ").replaceAll(/[ \t]+$/gm, "")}\n */`;
}

function neutralComment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replaceAll(/(^|\s|\{)@/g, "$1\\@")
    .trim();
}

function wrapDocLine(line: string): string[] {
  const text = line.trimEnd();
  if (text.length <= docWidth && !/^ |\t| {2}/.test(text)) return [text];
  const indent = line.startsWith("- ") ? "  " : "";
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(/[ \t]+/)) {
    if (current !== "" && current.length + 1 + word.length > docWidth) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
