import { entriesOf, findValue, itemsOf, type MapEntry, type SyntaxNode } from "../syntax/syntax-tree.ts";
import { dataKeywords, definitionKeywords, namedSchemaKeywords } from "./keywords.ts";
import { pointerOf, pointerSteps } from "./pointer.ts";

/** The pointer of a reference within its schema: empty for the whole; `#/types/name` is a type. */
export function localPointer({ key, value }: MapEntry): string | undefined {
  if (key !== "$ref" || value.kind !== "scalar" || typeof value.value !== "string") return undefined;
  const reference = value.value;
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  return reference.startsWith("#/types/") ? undefined : pointerOf(pointerSteps(reference.slice(1)));
}

export function nodeAt(root: SyntaxNode, pointer: string): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = root;
  for (const step of pointerSteps(pointer)) node = itemsOf(node)[Number(step)] ?? findValue(node, step);
  return node;
}

/** Where a schema refers to a part of its root. Definitions count only where they are used. */
export function localReferences(schema: SyntaxNode): readonly string[] {
  const found: string[] = [];
  const visit = (node: SyntaxNode, isMap: boolean): void => {
    for (const item of itemsOf(node)) visit(item, false);
    for (const entry of entriesOf(node)) {
      const pointer = isMap ? undefined : localPointer(entry);
      if (pointer !== undefined) found.push(pointer);
      else if (isMap || !(dataKeywords.has(entry.key) || isDefinitions(entry)))
        visit(entry.value, !isMap && namedSchemaKeywords.has(entry.key));
    }
  };
  visit(schema, false);
  return found;
}

function isDefinitions({ key, value }: MapEntry): boolean {
  return definitionKeywords.has(key) && value.kind === "map";
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
    if (!isMap && (dataKeywords.has(key) || isDefinitions(entry))) return entry;
    const inside = at + pointerOf([key]);
    return { ...entry, value: visit(value, inside, !isMap && namedSchemaKeywords.has(key)) };
  };
  return visit(part, pointer, false);
}

/** `{ $ref: name }`, where the part itself was. */
export function typeReference(name: string, { span }: SyntaxNode): SyntaxNode {
  const value: SyntaxNode = { kind: "scalar", value: name, span };
  return { kind: "map", entries: [{ key: "$ref", keySpan: span, value }], span };
}
