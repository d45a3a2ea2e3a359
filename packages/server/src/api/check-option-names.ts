/** The names of every option of a kind. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Throws a TypeError for an option that does not exist: it would be ignored, and with a misspelt `policies` every call would run. */
export function checkOptionNames(given: object, known: Readonly<Record<string, true>>): void {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (stranger === undefined) return;
  const names = Object.keys(known).map((name) => `\`${name}\``);
  throw new TypeError(`there is no option \`${stranger}\`; there are ${names.join(", ")}`);
}
