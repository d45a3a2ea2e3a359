import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { dataKeywords, definitionKeywords, namedSchemaKeywords } from "./keywords.ts";
import { pointerSteps, valueAt } from "./pointer.ts";

/** The targets of the references in one schema. */
export interface References {
  /** The key of a reference's target; undefined if the target is not in this schema. */
  keyOf(reference: string): string | undefined;
  /** The schema that a reference with this key points to; undefined if there is none. */
  targetOf(key: string): ReferenceTarget | undefined;
  /** The keys of all schemas that references point to. */
  readonly keys: readonly string[];
  /** The key of the whole schema, if something in it refers to it. */
  readonly root: string | undefined;
}

export interface ReferenceTarget {
  readonly key: string;
  readonly schema: Json;
  /** The number of references to it. */
  readonly uses: number;
  readonly isRecursive: boolean;
  /** Equal for targets with the same meaning, also in different schemas. */
  readonly identity: string;
}

/** Resolves every `$ref` to a place in the same schema: a pointer, an anchor or an `$id`. */
export function findReferences(root: JsonObject): References {
  const named = anchoredSchemas(root);
  const found = new Map<
    string,
    { readonly schema: Json; uses: number; readonly leadsTo: ReadonlySet<string> }
  >();
  const keyOf = (reference: string): string | undefined => {
    const place = named.get(reference) ?? named.get(reference.replace(/^#/, ""));
    if (place) return place.key;
    if (reference !== "#" && !reference.startsWith("#/")) return undefined;
    return valueAt(root, pointerSteps(reference)) === undefined
      ? undefined
      : keyOfSchemaPath(pointerSteps(reference));
  };
  const schemaAt = (key: string): Json => valueAt(root, JSON.parse(key) as string[]) ?? {};
  const visit = (schema: Json): Set<string> => {
    const keys = new Set<string>();
    for (const reference of referencesIn(schema)) {
      const key = keyOf(reference);
      if (key === undefined) continue;
      keys.add(key);
      const known = found.get(key);
      if (known) known.uses += 1;
      else {
        const leadsTo = new Set<string>();
        found.set(key, { schema: schemaAt(key), uses: 1, leadsTo });
        for (const each of visit(schemaAt(key))) leadsTo.add(each);
      }
    }
    return keys;
  };
  const fromRoot = visit(root);
  const reach = (from: ReadonlySet<string>): ReadonlySet<string> => {
    const reached = new Set(from);
    for (const key of reached) for (const next of found.get(key)?.leadsTo ?? []) reached.add(next);
    return reached;
  };
  const rootKey = keyOfSchemaPath([]);
  return {
    keyOf,
    keys: [...found.keys()],
    root: reach(fromRoot).has(rootKey) ? rootKey : undefined,
    targetOf(key) {
      const target = found.get(key);
      if (!target) return undefined;
      const reached = reach(target.leadsTo);
      const identity = JSON.stringify([
        key,
        target.schema,
        [...reached].map((each) => [each, found.get(each)?.schema]),
      ]);
      return { key, schema: target.schema, uses: target.uses, isRecursive: reached.has(key), identity };
    },
  };
}

/** Bytes of `{"$ref":"#/$defs/domain_type"}`, about. */
const referenceLength = 32;

/** Whether a schema becomes a twentieth larger or more if its types are written out at each reference. */
export function growsWrittenOut(schema: JsonObject): boolean {
  const { keys, targetOf } = findReferences(schema);
  const growth = keys.map((key) => {
    const { schema: type = null, uses = 0, isRecursive = true } = targetOf(key) ?? {};
    return isRecursive ? 0 : (uses - 1) * (JSON.stringify(type).length - referenceLength);
  });
  return growth.reduce((sum, each) => sum + each, 0) > JSON.stringify(schema).length / 20;
}

/** The identities of the targets that several schemas refer to. */
export function sharedTargets(schemas: readonly JsonObject[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const schema of schemas) {
    const references = findReferences(schema);
    for (const key of references.keys) {
      const identity = references.targetOf(key)?.identity ?? "";
      counts.set(identity, (counts.get(identity) ?? 0) + 1);
    }
  }
  return new Set([...counts].flatMap(([identity, count]) => (count > 1 ? [identity] : [])));
}

/** The last name in a target's path: `FileId` of `#/$defs/FileId`; undefined for the whole. */
export function lastStep(key: string): string | undefined {
  const path = JSON.parse(key) as string[];
  return path.findLast(
    (step) => !/^(?:\d+|items|anyOf|oneOf|allOf|properties|additionalProperties)$/.test(step),
  );
}

function keyOfSchemaPath(path: readonly string[]): string {
  return JSON.stringify(path);
}

function referencesIn(schema: Json): string[] {
  const found: string[] = [];
  walkSchemas(schema, [], (node) => {
    if (typeof node["$ref"] === "string") found.push(node["$ref"]);
  });
  return found;
}

/** The schemas that have an `$anchor` or an `$id`. */
function anchoredSchemas(root: JsonObject): ReadonlyMap<string, { readonly key: string }> {
  const places = new Map<string, { readonly key: string }>();
  walkSchemas(root, [], (node, path) => {
    for (const keyword of ["$id", "id", "$anchor"]) {
      const name = node[keyword];
      if (typeof name === "string" && !places.has(name)) places.set(name, { key: keyOfSchemaPath(path) });
    }
  });
  return places;
}

function walkSchemas(
  schema: Json,
  path: readonly string[],
  see: (node: JsonObject, path: readonly string[]) => void,
): void {
  if (Array.isArray(schema))
    return schema.forEach((each: Json, index) => walkSchemas(each, [...path, String(index)], see));
  if (!isObject(schema)) return;
  see(schema, path);
  for (const [key, value] of Object.entries(schema)) {
    // Definitions are visited through references.
    if (dataKeywords.has(key) || definitionKeywords.has(key)) continue;
    if (!namedSchemaKeywords.has(key) || !isObject(value)) walkSchemas(value, [...path, key], see);
    else for (const [name, each] of Object.entries(value)) walkSchemas(each, [...path, key, name], see);
  }
}
