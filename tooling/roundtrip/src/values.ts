import * as fc from "fast-check";
import { generateSync } from "json-schema-faker";

export type Schema = Readonly<Record<string, unknown>>;

const odd = [null, true, 0, -1, 1.5, 1e9, "", "a", "1", "a b@", "x".repeat(5000), [], {}, [null], { a: 1 }];

/** Values that fit a schema, and as many with something else in one or two places. Seeded: the same ones each time. */
export function valuesNear(schema: Schema, count: number, seed: number): readonly unknown[] {
  const fitting = Array.from({ length: Math.ceil(count / 6) }, (_, at) => made(schema, seed + at));
  const part = fc.constantFrom<unknown>(...odd, ...odd, ...edgesOf(schema));
  const edit = fc.record({ at: fc.nat(), part, how: fc.nat(3) });
  const near = fc.tuple(fc.constantFrom(...fitting), fc.array(edit, { maxLength: 2 }));
  return fc.sample(near, { numRuns: count, seed }).map(([value, edits]) => edits.reduce(edited, value));
}

function made(schema: Schema, seed: number): unknown {
  try {
    return generateSync(schema, { seed, maxDefaultItems: 2, refDepth: 3, optionalsProbability: 0.6 });
  } catch {
    return {};
  }
}

interface Edit {
  readonly at: number;
  readonly part: unknown;
  readonly how: number;
}

/** Replaces, leaves out or adds a part somewhere in a value. */
function edited(value: unknown, { at, part, how }: Edit): unknown {
  if (typeof value !== "object" || value === null) return part;
  const names = Object.keys(value);
  const name = names[at % names.length];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  if (name === undefined || how === 0) return list ? [...list, ...list, part] : { ...value, extra: part };
  if (how === 1) return list ? list.toSpliced(Number(name), 1) : without(value, name);
  const inner = (value as Schema)[name];
  const next = { at: Math.floor(at / names.length), part, how: at % 4 };
  const other = how === 2 ? part : edited(inner, next);
  return list ? list.with(Number(name), other) : { ...value, [name]: other };
}

function without(value: object, name: string): unknown {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
}

/** Values at the edges of what a schema says anywhere: numbers and lengths beside its own, and its texts. */
function edgesOf(schema: Schema): readonly unknown[] {
  const leaves = JSON.stringify(schema).match(/(?<=":)-?\d+(?:\.\d+)?|(?<=[[,])"[^"\\]*"(?=[\],])/g) ?? [];
  return [...new Set(leaves)].flatMap((leaf) => {
    const value: unknown = JSON.parse(leaf);
    if (typeof value !== "number") return [value];
    const numbers = [value - 1, value, value + 1];
    return [...numbers, ...numbers.filter((n) => n > 0 && n < 5000).map((n) => "a".repeat(Math.round(n)))];
  });
}
