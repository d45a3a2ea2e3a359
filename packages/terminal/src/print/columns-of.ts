import { stripVTControlCharacters } from "node:util";

const wideCharacter =
  /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/gu;
const narrowCharacter = /\p{M}/gu;

/** Columns of a text on a terminal, without colour escapes. */
export function columnsOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  return Array.from(plain).length + countOf(plain, wideCharacter) - countOf(plain, narrowCharacter);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
