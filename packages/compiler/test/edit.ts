/**
 * A text after an edit, which is written like a diff: after each line `@@`, lines that stay begin with a space, those that go
 * with `-` and those that come with `+`. The lines that stay and go have to be in the text once, one after the other.
 */
export function applyEdit(text: string, edit: string): string {
  return edit
    .split(/^@@\n/m)
    .slice(1)
    .reduce((before, hunk) => applyHunk(before, hunk.replace(/\n$/, "").split("\n")), text);
}

function applyHunk(text: string, hunk: readonly string[]): string {
  const side = (marks: string): string =>
    hunk
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const found = `\n${text}\n`.split(`\n${side(" -")}`);
  if (found.length !== 2) throw new Error(`is in the text ${found.length - 1} times:\n${side(" -")}`);
  return found.join(`\n${side(" +")}`).slice(1, -1);
}
