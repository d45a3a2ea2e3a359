import { isSafePattern, isSafeToBacktrack, needsProof } from "../schemas/safe-pattern.ts";
import { asUnicodePattern } from "../schemas/unicode-pattern.ts";
import type { Span } from "../report/source.ts";
import { findEntry, type MapNode, type SyntaxNode } from "../syntax/syntax-tree.ts";
import { type FileRule, fileRule } from "./facts/rule.ts";

/** Has the scope `file`: the pattern of a named type is reported once, where it is written. */
export const unsafePattern: FileRule = fileRule({
  code: "contract/unsafe-pattern",
  summary: "A regular expression runs in acceptable time on every text.",
  check({ tree }, report) {
    for (const { text, span, isName } of writtenPatterns(tree)) {
      const pattern = asUnicodePattern(text);
      if (pattern === undefined || (isName ? isSafeToBacktrack(pattern) : isSafePattern(pattern))) continue;
      report(
        `the pattern \`${text}\` may take very long on some text`,
        span,
        isName ? proofOfPattern : withoutLookaround,
      );
    }
  },
});

const withoutLookaround = "write it without look-around and back-references, and bound repetitions";
const proofOfPattern = "repeat a thing in one place only, anchor the pattern, and bound repetitions";

/** The distinct patterns of a file that needed a proof of safety and passed it. */
export function safePatterns(tree: MapNode): readonly string[] {
  const patterns = writtenPatterns(tree).flatMap(({ text, isName }) => {
    const pattern = asUnicodePattern(text);
    return pattern !== undefined && (isName || needsProof(pattern)) ? [pattern] : [];
  });
  return [...new Set(patterns)].filter(isSafeToBacktrack);
}

/** Caches a file's patterns: one pass reports unsafe ones, another collects safe ones. */
const knownPatternsOf = new WeakMap<MapNode, readonly WrittenPattern[]>();

function writtenPatterns(tree: MapNode): readonly WrittenPattern[] {
  const found = knownPatternsOf.get(tree) ?? schemasIn(tree).flatMap(patternsIn);
  knownPatternsOf.set(tree, found);
  return found;
}

/** Every schema written in a file. */
function schemasIn(tree: MapNode): SyntaxNode[] {
  const tools = nodeValuesOf(findEntry(tree, "tools")?.value);
  return [
    ...nodeValuesOf(findEntry(tree, "types")?.value),
    ...tools.flatMap((tool) => [
      ...nodeValueAt(tool, "inputSchema"),
      ...nodeValueAt(tool, "outputSchema"),
      ...nodeValueAt(tool, "dryRun").flatMap((dryRun) => nodeValueAt(dryRun, "preview")),
    ]),
  ];
}

function nodeValuesOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node?.kind === "map" ? node.entries.map(({ value }) => value) : [];
}

function nodeValueAt(node: SyntaxNode, key: string): readonly SyntaxNode[] {
  const value = node.kind === "map" ? findEntry(node, key)?.value : undefined;
  return value ? [value] : [];
}

interface WrittenPattern {
  readonly text: string;
  /** True for a pattern of property names, which some validators run by backtracking. */
  readonly isName: boolean;
  readonly span: Span;
}

/** Keywords whose values are data, where `pattern` has no meaning. */
const dataKeywordsOfSchema: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Finds patterns, and type expressions of a property `pattern`, which are always safe. */
function patternsIn(root: SyntaxNode): WrittenPattern[] {
  const found: WrittenPattern[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.kind === "list") for (const item of node.items) visit(item);
    if (node.kind !== "map") return;
    for (const { key, value } of node.entries) {
      if (dataKeywordsOfSchema.has(key)) continue;
      if (key === "pattern" && value.kind === "scalar")
        found.push({ text: String(value.value), span: value.span, isName: false });
      else {
        const keys = key === "patternProperties" && value.kind === "map" ? value.entries : [];
        for (const entry of keys) found.push({ text: entry.key, span: entry.keySpan, isName: true });
        visit(value);
      }
    }
  };
  visit(root);
  return found;
}
