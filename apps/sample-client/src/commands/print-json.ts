/** What a terminal would obey or hide: JSON leaves it as it is, but may write it as an escape. */
const unseen = /[\u007f-\u009f]|\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** JSON for machines, and harmless where it is looked at on a terminal. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
