import type { Json } from "@proviso/manifest";
import { recordOf } from "./record.ts";
import type { Span } from "../report/source.ts";

/** A file as a tree of maps, lists and scalars with their places; no comments, anchors, tags. */
export type SyntaxNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
  readonly span: Span;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SyntaxNode;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly SyntaxNode[];
  readonly span: Span;
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly span: Span;
  /** Where the text is, without quotes; absent if it is not written verbatim on one line. */
  readonly textSpan?: Span;
  /** How a text is written that has no `textSpan`. */
  readonly written?: string;
}

export function entriesOf(node: SyntaxNode | undefined): readonly MapEntry[] {
  return node?.kind === "map" ? node.entries : [];
}

export function itemsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node?.kind === "list" ? node.items : [];
}

/** The values of a map, or the items of a list. */
export function partsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node?.kind === "list" ? node.items : entriesOf(node).map(({ value }) => value);
}

export function textOf(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** The texts of a list, or the one text. */
export function textsIn(
  node: SyntaxNode | undefined,
): readonly { readonly text: string; readonly span: Span }[] {
  if (node?.kind === "list") return node.items.flatMap(textsIn);
  if (node?.kind !== "scalar" || typeof node.value !== "string") return [];
  return [{ text: node.value.trim(), span: node.textSpan ?? node.span }];
}

export function findEntry(node: SyntaxNode | undefined, key: string): MapEntry | undefined {
  return entriesOf(node).find((entry) => entry.key === key);
}

export function findValue(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  return findEntry(node, key)?.value;
}

export function toJson(node: SyntaxNode): Json {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(toJson);
    case "map":
      return recordOf(node.entries.map((entry) => [entry.key, toJson(entry.value)] as const));
  }
}

/** What a person would call a kind of YAML node, for messages. */
export function nameOfNode(node: SyntaxNode): string {
  if (node.kind !== "scalar") return `a ${node.kind}`;
  if (node.value === null) return "nothing";
  if (typeof node.value === "string") return "text";
  return typeof node.value === "number" ? "a number" : `\`${node.value}\``;
}
