import { longestTimer } from "@proviso/manifest";

/** The given numbers, and the defaults of those that are not given. Throws a TypeError for one that is out of range. */
export function readNumbers<Key extends string>(
  defaults: Readonly<Record<Key, number>>,
  given: { readonly [key in NoInfer<Key>]?: number },
  what: string,
): Readonly<Record<Key, number>> {
  const read = (Object.keys(defaults) as Key[]).map((key) => {
    const value = given[key] ?? defaults[key];
    if (!(Number.isFinite(value) && value > 0 && value <= longestTimer))
      throw new TypeError(`\`${key}\` must be ${what}, more than 0 and at most ${longestTimer}`);
    return [key, value];
  });
  return Object.fromEntries(read) as Record<Key, number>;
}
