import { canonicalJson, isObject, type JsonSchema, publicSchema, wireSchema } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { shown } from "../facts/json-value.ts";
import { place } from "../facts/place.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { SchemaDifference } from "./difference.ts";
import { compareWords, type WordDifference } from "./schema-words.ts";

/** What the rules about schemas call a change, without the name of the rule. */
type SchemaChange =
  | "widened"
  | "narrowed"
  | "changed"
  | "property-added"
  | "property-removed"
  | "required-property-added"
  | "required-property-removed"
  | "default-changed"
  | "default-added"
  | "default-removed"
  | "no-longer-sensitive"
  | "made-sensitive"
  | "reworded"
  | "rewritten";

interface SchemaClause {
  /** The place of the schema in the contract. */
  readonly path: string;
  /** What the ids begin with: `input`. */
  readonly name: string;
  /** Whether callers get the values. Optional properties and defaults then have no own kinds. */
  readonly isReturned: boolean;
}

const ofReturned: Partial<Record<SchemaChange, SchemaChange>> = {
  "property-added": "widened",
  "property-removed": "narrowed",
  "default-changed": "reworded",
  "default-added": "reworded",
  "default-removed": "reworded",
};

function idOf({ name, isReturned }: SchemaClause, change: SchemaChange): string {
  const [, required = "", rest = ""] =
    /^(required-)?(.*)$/.exec((isReturned ? ofReturned[change] : undefined) ?? change) ?? [];
  return `${required}${name}-${rest}`;
}

/** Every change between two schemas; an absent one accepts every value. */
export function schemaChanges(
  clause: SchemaClause,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): readonly FoundChange[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  const values = compareSchemas(before, after);
  const words = before && after ? compareWords(before, after) : [];
  const found = [
    ...values.flatMap((each) => ofValues(clause, each)),
    ...words.map((each) => ofWords(clause, each)),
  ];
  if (found.length > 0 || listed(before) === listed(after)) return found;
  const says = `has the same ${clause.name}s, written otherwise`;
  return [{ id: idOf(clause, "rewritten"), path: clause.path, before, after, says }];
}

/** As models see it. */
function listed(schema: JsonSchema | undefined): string {
  return canonicalJson(isObject(schema) ? publicSchema(wireSchema(schema)) : (schema ?? null));
}

const effects = { narrows: "narrowed", widens: "widened", unclear: "changed" } as const;
const phrases = {
  narrowed: "fewer",
  widened: "more",
  changed: "other",
} as const;

function ofValues(
  clause: SchemaClause,
  { path: names, effect, property, before, after }: SchemaDifference,
): readonly FoundChange[] {
  const path = place(clause.path, ...names);
  if (!property) {
    const change = effects[effect];
    const says = `has ${phrases[change]} valid ${clause.name}s: \`${path}\` was ${shown(before, "not stated")} and is ${shown(after, "not stated")}`;
    return [{ id: idOf(clause, change), path, before, after, says }];
  }
  const isNew = before === undefined;
  const change = propertyChange(isNew, property);
  const says = isNew
    ? `has the new ${property.isRequired ? "required " : ""}property \`${path}\``
    : `no longer has the ${property.isRequired ? "required " : ""}property \`${path}\``;
  return [{ id: idOf(clause, change), path, before, after, says }];
}

function propertyChange(isNew: boolean, property: NonNullable<SchemaDifference["property"]>): SchemaChange {
  if (property.isRequired) return isNew ? "required-property-added" : "required-property-removed";
  // What was checked of the former property may not be checked of the new one.
  if (property.isReplacing) return isNew ? "widened" : "narrowed";
  return isNew ? "property-added" : "property-removed";
}

const wordChanges: Readonly<Record<WordDifference["kind"], readonly [SchemaChange, string]>> = {
  words: ["reworded", "has other words for models"],
  default: ["default-changed", "has another default"],
  "new default": ["default-added", "has a new default"],
  "default gone": ["default-removed", "no longer has a default"],
  "marked sensitive": ["made-sensitive", "redacts a value in records"],
  "no longer sensitive": ["no-longer-sensitive", "no longer redacts a value in records"],
};

function ofWords(clause: SchemaClause, { kind, path: names, before, after }: WordDifference): FoundChange {
  const path = place(clause.path, ...names);
  const [change, what] = wordChanges[kind];
  const says = `${what}: \`${path}\` was ${shown(before, "not stated")} and is ${shown(after, "not stated")}`;
  return { id: idOf(clause, change), path, before, after, says };
}
