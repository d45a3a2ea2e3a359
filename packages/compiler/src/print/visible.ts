/** Contracts are data: nothing in them may move a terminal's cursor or hide text on it. */
export function visible(text: string): string {
  return text.replaceAll("\t", "  ").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
