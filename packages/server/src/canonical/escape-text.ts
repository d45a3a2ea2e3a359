/**
 * What a person cannot see, or would take for something else: control, format and bidi characters, zero-width and other
 * ignorable ones, unassigned ones, every space but the plain one, the blank Braille pattern, more marks on one letter than
 * writing needs, characters that draw lines and boxes, and the backtick, which would end a code span, with its look-alikes.
 */
const misleading =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2500-\u259f`\u02cb\u1fef\u2035\uff40]|(?! )\p{Zs}| (?= )|(?<=\p{M}{2})\p{M}/gu;

/** The same text with each such character as `\u{hex}`. Of several spaces all but the last are escaped. */
export function escapeText(text: string): string {
  return text.replaceAll(misleading, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
