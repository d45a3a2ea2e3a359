/**
 * An object without a prototype, so that a name which somebody else chose (`constructor`,
 * `__proto__`) is a key like any other, when it is written and when it is looked up.
 */
export function recordOf<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) record[key] = value;
  return record;
}
