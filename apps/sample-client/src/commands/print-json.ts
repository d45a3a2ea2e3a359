/** Characters that control a terminal or are invisible. JSON may contain them, but may also escape them. */
const unseenInTerminal = /[\u007f-\u009f]|\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** JSON without characters that control a terminal. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(unseenInTerminal, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
