import {
  isObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapInnerSchemas,
  wireSchema,
} from "@proviso/manifest";
import { isSame } from "../facts/json-value.ts";

/** Keywords that are read, and decide nothing. */
const words = [
  "title",
  "description",
  "$comment",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
] as const;

export interface WordDifference {
  readonly kind:
    | "words"
    | "marked sensitive"
    | "no longer sensitive"
    | "default"
    | "new default"
    | "default gone";
  readonly path: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

type Nodes = ReadonlyMap<string, { readonly path: readonly string[]; readonly node: JsonObject }>;

/**
 * What differs in keywords that do not affect validity. Those of a schema that only one side has
 * belong to that difference, except that a mark as sensitive may not be lost.
 */
export function compareWords(before: JsonSchema, after: JsonSchema): readonly WordDifference[] {
  const [was, is] = [nodesOf(before), nodesOf(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [was.get(key), is.get(key)];
    const path = (one ?? other)?.path ?? [];
    if (one && other)
      return [
        ...words.flatMap((word) => differs("words", path, word, one.node, other.node)),
        ...sensitivity(path, one.node, other.node),
        ...differs("default", path, "default", one.node, other.node),
      ];
    return alone(path, one?.node, other?.node, [was, is]);
  });
}

/** Of a schema that only one of the two has. */
function alone(
  path: readonly string[],
  one: JsonObject | undefined,
  other: JsonObject | undefined,
  [was, is]: readonly [Nodes, Nodes],
): readonly WordDifference[] {
  const isKept = hasProperty(path, one ? is : was);
  return [
    ...(isKept ? sensitivity(path, one ?? {}, other ?? {}) : []),
    ...differs(one ? "default gone" : "new default", path, "default", one ?? {}, other ?? {}),
  ];
}

/** Whether the property that this place is in is there as well. */
function hasProperty(path: readonly string[], nodes: Nodes): boolean {
  const at = path.lastIndexOf("properties");
  return nodes.has(JSON.stringify(at < 0 ? [] : path.slice(0, at + 2)));
}

function differs(
  kind: WordDifference["kind"],
  path: readonly string[],
  key: string,
  one: JsonObject,
  other: JsonObject,
): readonly WordDifference[] {
  const [before, after] = [one[key], other[key]];
  return isSame(before, after) ? [] : [{ kind, path: [...path, key], before, after }];
}

function sensitivity(path: readonly string[], one: JsonObject, other: JsonObject): readonly WordDifference[] {
  const kind = other["sensitive"] === true ? "marked sensitive" : "no longer sensitive";
  return differs(kind, path, "sensitive", one, other);
}

/** Every schema in it, by its path, as models see it. */
function nodesOf(schema: JsonSchema): Nodes {
  const nodes = new Map<string, { readonly path: readonly string[]; readonly node: JsonObject }>();
  const visit = (node: JsonSchema, path: readonly string[]): JsonSchema => {
    nodes.set(JSON.stringify(path), { path, node });
    return mapInnerSchemas(node, (inner, ...steps) => visit(inner, [...path, ...steps]));
  };
  if (isObject(schema)) visit(wireSchema(schema), []);
  return nodes;
}
