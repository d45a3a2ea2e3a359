import type { JsonSchema } from "@proviso/manifest";

/** A file as entries on lines of their own, with the comments that belong to each. */
export interface LayoutBlock {
  readonly kind: "map" | "list";
  readonly items: Item[];
}

/** An entry of a block map, or an item of a block list (then without a key). */
export interface Item {
  readonly key?: string;
  /** As it is written; a dash for an item. */
  readonly head: string;
  /** Comments and empty lines above it. */
  before: readonly string[];
  /** What follows on its line, and the lines that go with it, less their indentation. */
  readonly value?: readonly string[];
  readonly block?: LayoutBlock;
  /** At the end of its line. */
  comment?: string;
  /** Comments below it that are indented deeper than what follows. */
  after: readonly string[];
}

/** The part of the editor schema for a node; its keys are in the order of the field tables. */
export type LayoutSchema = JsonSchema | undefined;

export function placeOfEntry(place: LayoutSchema, key: string): LayoutSchema {
  const properties = asSchemas(place?.["properties"]);
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  const others = place?.["additionalProperties"];
  return typeof others === "object" ? (others as JsonSchema) : undefined;
}

export function placeOfItem(place: LayoutSchema): LayoutSchema {
  return place?.["items"] as LayoutSchema;
}

/** In the order of the field table; what has no place in it keeps its own, at the end. */
export function inOrder<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  place: LayoutSchema,
): readonly T[] {
  const keys = Object.keys(asSchemas(place?.["properties"]) ?? {});
  if (keys.length === 0) return entries;
  const rank = (entry: T): number => {
    const index = keys.indexOf(keyOf(entry));
    return index === -1 ? keys.length : index;
  };
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

function asSchemas(value: unknown): Readonly<Record<string, JsonSchema>> | undefined {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, JsonSchema>>)
    : undefined;
}
