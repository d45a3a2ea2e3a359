/** The identifier of a contract's name in camel case: `send_external` as `sendExternal`. */
export function camelCase(name: string): string {
  const [first = "", ...others] = name.split(/[^A-Za-z0-9]+/);
  return first + others.map(upperFirst).join("");
}

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Identifiers for contract names, all different: in camel case, or as written if two would be equal, such as `error_1` and
 * `error1`, or equal to one of `claimed`. Emitters and server both call this, so that generated types and runtime values agree.
 */
export function identifiersOf(
  names: readonly string[],
  reserved: readonly string[] = [],
): ReadonlyMap<string, string> {
  const camelNames = names.map(camelCase);
  const takenIdentifiers = new Set([...camelNames, ...reserved]);
  const identifiers = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const camelName = camelNames[index] ?? name;
    const isFree =
      !reserved.includes(camelName) &&
      (name === camelName || camelNames.filter((each) => each === camelName).length === 1);
    const identifier = isFree
      ? camelName
      : freeIdentifier(name.replaceAll(/[^A-Za-z0-9]/g, "_"), takenIdentifiers);
    takenIdentifiers.add(identifier);
    identifiers.set(name, identifier);
  }
  return identifiers;
}

/** The identifier itself, or with as many `_` appended as needed. */
function freeIdentifier(name: string, takenIdentifiers: ReadonlySet<string>): string {
  let free = name;
  while (takenIdentifiers.has(free)) free += "_";
  return free;
}
