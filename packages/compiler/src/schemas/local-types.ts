import { camelCase, type Json } from "@proviso/manifest";
import { hashData } from "../incremental/memo.ts";
import type { Span } from "../report/source.ts";
import { type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import { groupTypes } from "./group-types.ts";
import { decisiveKeywords, keywords } from "./keywords.ts";
import { localReferences, nodeAt, typeReference, withReferences } from "./local-references.ts";
import { pointerSteps } from "./pointer.ts";

/** A part of a pasted schema, such as `#/$defs/point`, as a named type of the file. */
interface LocalType {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: SyntaxNode;
}

interface SchemaWithTypes {
  readonly root: SyntaxNode;
  readonly types: readonly LocalType[];
}

/** The schema, and a type for each part that it refers to. References to missing parts stay. */
export function nameLocalTypes(
  root: SyntaxNode,
  owner: string,
  names: LocalTypeNames,
  isType: boolean,
): SchemaWithTypes {
  const parts = reachedParts(root);
  const texts = textsOfParts(parts);
  const named = new Map<string, string>();
  const fresh: string[] = [];
  for (const pointer of parts.keys()) {
    const isOwn = isType && pointer === "";
    const taken = isOwn
      ? { name: owner, isNew: false }
      : names.take(wantedTypeName(pointer, owner), owner, texts.get(pointer) ?? "");
    named.set(pointer, taken.name);
    if (taken.isNew) fresh.push(pointer);
  }
  const typeOf = (pointer: string): LocalType[] => {
    const part = parts.get(pointer);
    if (!part) return [];
    const value = asPastedSchema(withReferences(part, pointer, named));
    return [{ name: named.get(pointer) ?? owner, nameSpan: partSpan(part), value }];
  };
  const isNamed = named.has("") && !isType;
  return {
    root: isNamed ? typeReference(named.get("") ?? owner, root) : withReferences(root, "", named),
    types: fresh.flatMap(typeOf),
  };
}

/** What stands among definitions is JSON Schema, even where it says nothing, or only describes. */
function asPastedSchema(node: SyntaxNode): SyntaxNode {
  const { span } = node;
  const any = { key: "type", keySpan: span, value: { kind: "scalar", value: "any", span } } as const;
  if (node.kind === "scalar" && typeof node.value === "boolean") {
    const nothing: SyntaxNode = { kind: "map", entries: [], span };
    const not = { key: "not", keySpan: span, value: nothing };
    return { kind: "map", entries: node.value ? [any] : [any, not], span };
  }
  const isUndecided =
    node.kind === "map" && node.entries.every(({ key }) => keywords.has(key) && !decisiveKeywords.has(key));
  return isUndecided ? { ...node, entries: [any, ...node.entries] } : node;
}

function partSpan(node: SyntaxNode): Span {
  return node.kind === "map" ? (node.entries[0]?.keySpan ?? node.span) : node.span;
}

/** By pointer, every part that is referred to from the schema or from another such part. */
function reachedParts(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const parts = new Map<string, SyntaxNode>();
  const waiting = [...localReferences(root)];
  for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
    const part = parts.has(pointer) ? undefined : nodeAt(root, pointer);
    if (!part) continue;
    parts.set(pointer, part);
    waiting.push(...localReferences(part));
  }
  return new Map([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** For each part a text that is equal for equal parts, of this schema and of others. */
function textsOfParts(parts: ReadonlyMap<string, SyntaxNode>): ReadonlyMap<string, string> {
  const uses = new Map([...parts].map(([at, part]) => [at, { references: localReferences(part) }]));
  const texts = new Map<string, string>();
  for (const group of groupTypes(uses)) {
    const own = group.toSorted().map((at) => [at, partJson(parts.get(at))]);
    const others = group.flatMap((at) => uses.get(at)?.references ?? []).map((at) => texts.get(at) ?? "");
    const text = hashData([own, others]);
    for (const at of group) texts.set(at, `${at} ${text}`);
  }
  return texts;
}

function partJson(node: SyntaxNode | undefined): Json {
  return node ? toJson(node) : null;
}

const structuralSteps: ReadonlySet<string> = new Set([
  "properties",
  "$defs",
  "definitions",
  "items",
  "schemas",
]);

function wantedTypeName(pointer: string, owner: string): string {
  const words = pointerSteps(pointer).filter((step) => !structuralSteps.has(step) && !/^[0-9]+$/.test(step));
  const name = camelCase(
    words
      .join("_")
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, ""),
  );
  const first = name.charAt(0).toLowerCase() + name.slice(1);
  return /^[a-z]/.test(first) ? first.slice(0, 60) : owner;
}

/** The names of the types of a file. */
export class LocalTypeNames {
  readonly #taken: Set<string>;
  readonly #known = new Map<string, string>();
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }
  /** Returns the known name of an equal text; otherwise a free name. */
  take(wanted: string, owner: string, text: string): { readonly name: string; readonly isNew: boolean } {
    const key = `${wanted} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return { name: known, isNew: false };
    const long = owner + wanted.charAt(0).toUpperCase() + wanted.slice(1);
    let name = this.#taken.has(wanted) ? long : wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${long}${number}`;
    this.#taken.add(name);
    this.#known.set(key, name);
    return { name, isNew: true };
  }
}
