/**
 * Characters that are invisible, that move the text around them, or that imitate a frame: control, format, bidi, zero-width and
 * ignorable characters, every space but U+0020, unassigned characters, the blank Braille pattern, and box-drawing characters.
 */
const unseenCharacters =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2500-\u259f]|(?! )\p{Zs}/gu;
/** Combining marks that strike a character out or enclose it: U+0334 to U+0338, those for symbols, and others. */
const alteringMarks = /[\p{Me}\u0334-\u0338\u20d0-\u20f0]/gu;
/** Combining marks without a letter, and all but two of those on one letter: they could cover the lines around them. */
const looseMarks = /(?<![\p{L}\p{M}])\p{M}+|(?<=\p{M}{2})\p{M}+/gu;
const unusualSpaces = / {2,}/g;

/**
 * Makes text from outside safe to show to a person: it stays on one line, hides nothing and does not command a terminal. An escaped
 * character is `\u{hex}`; n spaces in a row are `\u{20}{n}`.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll(unseenCharacters, escapeEachCharacter)
    .replaceAll(alteringMarks, escapeEachCharacter)
    .replaceAll(looseMarks, escapeEachCharacter)
    .replaceAll(unusualSpaces, (run) => `\\u{20}{${run.length}}`);
}

function escapeEachCharacter(characters: string): string {
  return Array.from(characters, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join("");
}
