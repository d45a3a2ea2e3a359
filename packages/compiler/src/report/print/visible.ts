/** Contracts are data: nothing in them may move a terminal's cursor, hide text on it, or look like a space and be none. */
export function visible(text: string): string {
  return text.replaceAll("\t", "  ").replace(/(?! )[\p{Cc}\p{Cf}\p{Z}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
