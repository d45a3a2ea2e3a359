/** Characters that control a terminal or are invisible. In JSON they occur only in strings. */
const unseenInTerminal = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Equivalent JSON without characters that control a terminal. `indent` is a number of spaces. */
export function printJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(unseenInTerminal, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
}

/** A character beyond U+FFFF is two units. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
