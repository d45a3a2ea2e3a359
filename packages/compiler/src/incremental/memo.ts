import { sha256Hex } from "#sha256";

/** Names that a function can look up: a `Set` or a `Map`. */
export type NameSet = Pick<ReadonlySet<string>, "has" | "keys">;
export type NameMap<Value> = Pick<ReadonlyMap<string, Value>, "get" | "has" | "keys">;

/** All that a function can look up besides its input, by kind: plain data, maps and sets. */
export type Lookups = Readonly<Record<string, NameSet>>;

/** Lookups that can be repeated later. */
export interface World<Names extends Lookups> {
  readonly names: Names;
  /** The current answer to a lookup as text, or its hash if it is long. */
  answerTo(lookup: string): string;
}

/** A lookup, and its answer at that time. */
export type LookupAnswer = readonly [question: string, answer: string];

/** The key of a memoized value: one entry of a group, such as a contract. */
export interface EntryKey<Value> {
  readonly group: string;
  readonly name: string;
  /** All that the value depends on besides lookups. The memo depends on the tool's version. */
  readonly input: string;
  /** Returns false for a value that must not replace an earlier one. */
  keeps?(value: Awaited<Value>): boolean;
}

/** Results of pure functions, valid while input and answers to recorded lookups are the same. */
export interface Memo {
  run<Value, Names extends Lookups>(
    key: EntryKey<Value>,
    world: World<Names>,
    make: (names: Names) => Value,
  ): Value | Awaited<Value>;
}

/** A memo that stores nothing. */
export const noMemo: Memo = { run: (_key, { names }, make) => make(names) };

export function worldOf<Names extends Lookups>(names: Names): World<Names> {
  const answers = new Map<string, string>();
  return {
    names,
    answerTo(lookup) {
      const known = answers.get(lookup) ?? shortenedAnswer(lookupText(lookupAnswer(lookup, names)));
      answers.set(lookup, known);
      return known;
    },
  };
}

/** A world for memoized functions without lookups. */
export const noLookups: World<Record<never, never>> = worldOf({});

/** Wraps the names of a world so that each lookup is recorded in `asked`. */
export function recorded<Names extends Lookups>(world: World<Names>, asked: Map<string, string>): Names {
  const note = (verb: string, kind: string, name: string): void => {
    const lookup = `${verb} ${kind} ${name}`;
    if (!asked.has(lookup)) asked.set(lookup, world.answerTo(lookup));
  };
  const kinds = Object.entries<NameSet & Partial<NameMap<unknown>>>(world.names).map(([kind, names]) => [
    kind,
    {
      has: (name: string) => (note("has", kind, name), names.has(name)),
      get: (name: string) => (note("get", kind, name), names.get?.(name)),
      keys: () => (note("keys", kind, ""), names.keys()),
    },
  ]);
  return Object.fromEntries(kinds) as Names;
}

function lookupAnswer(lookup: string, names: Lookups): unknown {
  const [verb = "", kind = ""] = lookup.split(" ", 2);
  const name = lookup.slice(verb.length + kind.length + 2);
  const asked: (NameSet & Partial<NameMap<unknown>>) | undefined = names[kind];
  if (verb === "get") return asked?.get?.(name);
  return verb === "has" ? asked?.has(name) : [...(asked?.keys() ?? [])];
}

/** SHA-256, hex, of plain data, maps and sets in their order, which iteration can depend on. */
export function hashData(data: unknown): string {
  return sha256Hex(lookupText(data));
}

function lookupText(data: unknown): string {
  return JSON.stringify(data, withMapsAsLists) ?? "undefined";
}

function shortenedAnswer(text: string): string {
  return text.length > 64 ? sha256Hex(text) : text;
}

function withMapsAsLists(_key: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
