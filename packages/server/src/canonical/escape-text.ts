/**
 * What a person cannot see, or would see elsewhere or as something else: control, format and bidi characters, zero-width
 * and other ignorable ones, odd spaces, unassigned ones, the blank Braille pattern, and the backtick, which would end a code span.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`]|(?! )\p{Zs}| (?= )/gu;

/** The same text with each unseen character as `\u{hex}`. Of several spaces all but the last are escaped. */
export function escapeText(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
