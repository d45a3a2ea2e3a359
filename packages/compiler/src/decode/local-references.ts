import type { MapEntry, SyntaxNode } from "../syntax/syntax-tree.ts";

/** Keywords whose values are data, in which `$ref` means nothing. */
const data: ReadonlySet<string> = new Set(["const", "enum", "default", "examples", "example"]);
/** Keywords whose values are maps of schemas by names that the author chose. */
const named: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);
const definitions: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** The pointer of a reference that stays in its schema: empty for the whole. `#/types/name` names a type of the file. */
export function localPointer({ key, value }: MapEntry): string | undefined {
  if (key !== "$ref" || value.kind !== "scalar" || typeof value.value !== "string") return undefined;
  const reference = value.value;
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  return reference.startsWith("#/types/") ? undefined : pointerOf(stepsOf(reference.slice(1)));
}

/** RFC 6901. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decode(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function nodeAt(root: SyntaxNode, pointer: string): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = root;
  for (const step of stepsOf(pointer)) {
    if (node?.kind === "map") node = node.entries.find(({ key }) => key === step)?.value;
    else node = node?.kind === "list" ? node.items[Number(step)] : undefined;
  }
  return node;
}

/** Where a schema refers to a part of the one that it stands in. Definitions count only where something refers to them. */
export function localReferences(schema: SyntaxNode): readonly string[] {
  const found: string[] = [];
  const visit = (node: SyntaxNode, isMap: boolean): void => {
    if (node.kind === "list") for (const item of node.items) visit(item, false);
    if (node.kind !== "map") return;
    for (const entry of node.entries) {
      const pointer = isMap ? undefined : localPointer(entry);
      if (pointer !== undefined) found.push(pointer);
      else if (isMap || !(data.has(entry.key) || isDefinitions(entry)))
        visit(entry.value, !isMap && named.has(entry.key));
    }
  };
  visit(schema, false);
  return found;
}

function isDefinitions({ key, value }: MapEntry): boolean {
  return definitions.has(key) && value.kind === "map";
}

/** A part of a schema in which references name types, and parts that are types themselves are references to these. */
export function withReferences(
  part: SyntaxNode,
  pointer: string,
  types: ReadonlyMap<string, string>,
): SyntaxNode {
  const visit = (node: SyntaxNode, at: string, isMap: boolean): SyntaxNode => {
    const type = at === pointer ? undefined : types.get(at);
    if (type !== undefined && !isMap) return typeReference(type, node);
    if (node.kind === "list")
      return { ...node, items: node.items.map((item, index) => visit(item, `${at}/${index}`, false)) };
    if (node.kind !== "map") return node;
    return { ...node, entries: node.entries.map((entry) => visitEntry(entry, at, isMap)) };
  };
  const visitEntry = (entry: MapEntry, at: string, isMap: boolean): MapEntry => {
    const { key, value } = entry;
    const target = isMap ? undefined : localPointer(entry);
    const type = target === undefined ? undefined : types.get(target);
    if (type !== undefined) return { ...entry, value: { kind: "scalar", value: type, span: value.span } };
    if (!isMap && (data.has(key) || isDefinitions(entry))) return entry;
    const inside = at + pointerOf([key]);
    return { ...entry, value: visit(value, inside, !isMap && named.has(key)) };
  };
  return visit(part, pointer, false);
}

/** `{ $ref: name }`, where the part itself was. */
export function typeReference(name: string, { span }: SyntaxNode): SyntaxNode {
  const value: SyntaxNode = { kind: "scalar", value: name, span };
  return { kind: "map", entries: [{ key: "$ref", keySpan: span, value }], span };
}
