/** Controls except line breaks and tabs, and characters that are invisible or reorder text. */
const unreadableCharacter =
  /[^\P{Cc}\n\t]|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2028\u2029\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** Anything but visible ASCII: a fast test, since few texts need the slower pattern. */
const unusualCharacter = /[^\t\n -~]/;

/** Shows invisible characters: `U+202E` becomes the six characters `\u202e`. */
export function showHidden(text: string): string {
  return unusualCharacter.test(text) ? text.replace(unreadableCharacter, escapeCharacter) : text;
}

/** Escapes hidden characters in JSON: each UTF-16 unit has an escape (RFC 8259, 7). */
export function showHiddenInJson(text: string): string {
  if (!unusualCharacter.test(text)) return text;
  return text.replace(unreadableCharacter, (character) => character.replaceAll(/[^]/g, escapeCharacter));
}

/** The text on one line, with hidden characters shown. */
export function plainLine(text: string): string {
  return showHidden(text.replace(/\s*[\r\n\u2028\u2029]+\s*/gu, " ")).trim();
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
