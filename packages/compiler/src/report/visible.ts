/** Contract text must not move a terminal's cursor, hide text, or look like a space, so such characters are shown as escapes. */
export function visible(text: string): string {
  return text.replaceAll("\t", "  ").replace(/(?! )[\p{Cc}\p{Cf}\p{Z}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
