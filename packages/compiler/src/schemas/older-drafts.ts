import type { ListNode, MapEntry, MapNode, SyntaxNode } from "../syntax/syntax-tree.ts";
import { findEntry, toJson } from "../syntax/syntax-tree.ts";
import { jsonTypes, remarkKeywords } from "./keywords.ts";

/**
 * Rewrites keywords of earlier drafts and of OpenAPI 3.0 to JSON Schema 2020-12, so that a pasted
 * schema keeps its meaning. Nodes keep their spans, so that diagnostics point at the source.
 */
export function inCurrentDraft(node: MapNode): MapNode {
  if (!node.entries.some(({ key }) => keywordRewriters.has(key))) return node;
  const entries = node.entries.flatMap((entry) => keywordRewriters.get(entry.key)?.(entry, node) ?? [entry]);
  return withNullType({ ...node, entries }, node);
}

/** The replacement of an entry; undefined if the entry is valid in the current draft. */
type RewriteKeyword = (entry: MapEntry, node: MapNode) => readonly MapEntry[] | undefined;

const renamedKeyword = (entry: MapEntry, key: string): MapEntry => ({ ...entry, key });

/** `minimum: 0, exclusiveMinimum: true` (draft 4) is `exclusiveMinimum: 0`. */
const exclusiveBound =
  (bound: "minimum" | "maximum"): RewriteKeyword =>
  (entry, node) => {
    const flag = toJson(entry.value);
    if (typeof flag !== "boolean") return undefined;
    const limit = findEntry(node, bound);
    return flag && limit ? [{ ...entry, value: limit.value }] : [];
  };

const isExclusive = (node: MapNode, flag: string): boolean => {
  const value = findEntry(node, flag)?.value;
  return value?.kind === "scalar" && value.value === true;
};

const keywordRewriters: ReadonlyMap<string, RewriteKeyword> = new Map<string, RewriteKeyword>([
  // In older drafts, a list in `items` is now `prefixItems`, and `additionalItems` is `items`.
  ["items", (entry) => (entry.value.kind === "list" ? prefixItems(entry, entry.value) : undefined)],
  [
    "additionalItems",
    (entry, node) =>
      findEntry(node, "items")?.value.kind === "list" ? [renamedKeyword(entry, "items")] : [],
  ],
  ["exclusiveMinimum", exclusiveBound("minimum")],
  ["exclusiveMaximum", exclusiveBound("maximum")],
  ["minimum", (_entry, node) => (isExclusive(node, "exclusiveMinimum") ? [] : undefined)],
  ["maximum", (_entry, node) => (isExclusive(node, "exclusiveMaximum") ? [] : undefined)],
  [
    "dependencies",
    (entry) => (entry.value.kind === "map" ? splitDependencies(entry, entry.value) : undefined),
  ],
  ["example", (entry, node) => (findEntry(node, "examples") ? [] : [asExamples(entry)])],
  ["nullable", (entry) => (typeof toJson(entry.value) === "boolean" ? [] : undefined)],
]);

const prefixItems = (entry: MapEntry, { items }: ListNode): readonly MapEntry[] =>
  items.length > 0 ? [renamedKeyword(entry, "prefixItems")] : [];

function asExamples(entry: MapEntry): MapEntry {
  const { value } = entry;
  return { ...entry, key: "examples", value: { kind: "list", items: [value], span: value.span } };
}

const isList = ({ value }: MapEntry): boolean => value.kind === "list";

function splitDependencies(entry: MapEntry, map: MapNode): readonly MapEntry[] {
  const parts = [
    ["dependentRequired", map.entries.filter(isList)],
    ["dependentSchemas", map.entries.filter((each) => !isList(each))],
  ] as const;
  return parts.flatMap(([key, entries]) =>
    entries.length > 0 ? [{ ...entry, key, value: { ...map, entries } }] : [],
  );
}

/** `nullable: true` of OpenAPI 3.0. */
function withNullType(node: MapNode, written: MapNode): MapNode {
  const flag = findEntry(written, "nullable");
  if (!flag || toJson(flag.value) !== true) return node;
  const { span } = flag.value;
  const text = (value: string | null): SyntaxNode => ({ kind: "scalar", value, span });
  const type = findEntry(node, "type")?.value;
  if (type?.kind !== "scalar" || !jsonTypes.has(String(type.value)))
    return type ? node : orNullType(node, flag);
  return {
    ...node,
    entries: node.entries.map((entry) => {
      const { key, value } = entry;
      if (key === "type") return { ...entry, value: { kind: "list", items: [type, text("null")], span } };
      if (key !== "enum" || value.kind !== "list" || value.items.some((item) => toJson(item) === null))
        return entry;
      return { ...entry, value: { ...value, items: [...value.items, text(null)] } };
    }),
  };
}

/** A reference or a choice of schemas, or null. */
function orNullType(node: MapNode, flag: MapEntry): MapNode {
  const { keySpan } = flag;
  const { span } = flag.value;
  const said = node.entries.filter(({ key }) => !remarkKeywords.has(key));
  if (said.length === 0) return node;
  const nothing: MapNode = {
    kind: "map",
    entries: [{ key: "type", keySpan, value: { kind: "scalar", value: "null", span } }],
    span,
  };
  const members: SyntaxNode = { kind: "list", items: [{ ...node, entries: said }, nothing], span };
  return {
    ...node,
    entries: [
      ...node.entries.filter(({ key }) => remarkKeywords.has(key)),
      { key: "anyOf", keySpan, value: members },
    ],
  };
}
