/** Control, format and other characters that a terminal would obey, or nobody would see. In JSON they stand only in strings. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** JSON that means the same and holds nothing that a terminal obeys. `indent` is a number of spaces. */
export function printJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(unseen, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
}

/** A character beyond the first 65,536 is two units. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
