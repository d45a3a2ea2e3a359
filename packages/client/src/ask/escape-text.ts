/**
 * What a person cannot see, or would see elsewhere or as something else: control, format and bidi characters, zero-width and
 * ignorable ones, spaces but the ordinary one, unassigned characters, the blank Braille pattern, and the lines and blocks
 * that frames are drawn with.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2500-\u259f]|(?! )\p{Zs}/gu;
/** Marks that stand on no letter, or that pile up on one until they cover the lines around it. */
const looseMarks = /(?<![\p{L}\p{N}\p{M}])\p{M}+|(?<=\p{M}{2})\p{M}+/gu;
const spaces = / {2,}/g;

/** One line of text, with `\u{hex}` for what cannot be seen, and `\u{20}{n}` for n spaces. */
export function escapeText(text: string): string {
  return text
    .replaceAll(unseen, escapeEach)
    .replaceAll(looseMarks, escapeEach)
    .replaceAll(spaces, (run) => `\\u{20}{${run.length}}`);
}

function escapeEach(characters: string): string {
  return Array.from(characters, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join("");
}

/** The same in quotes, with quotes and backslashes escaped: no text looks like a number, a list, or an escape of ours. */
export function quoteText(text: string): string {
  return `"${escapeText(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
}
