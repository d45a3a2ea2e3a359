import { isSafePattern, isSafeToBacktrack, needsProof } from "../schemas/safe-pattern.ts";
import { asUnicodePattern } from "../schemas/unicode-pattern.ts";
import type { Span } from "../report/source.ts";
import { entriesOf, findValue, itemsOf, type MapNode, type SyntaxNode } from "../syntax/syntax-tree.ts";
import { type FileRule, fileRule } from "./facts/rule.ts";

/** Has the scope `file`: the pattern of a named type is reported once, where it is written. */
export const unsafePattern: FileRule = fileRule({
  code: "contract/unsafe-pattern",
  summary: "A regular expression runs in acceptable time on every text.",
  check({ tree }, report) {
    for (const { text, span, isName } of schemasIn(tree).flatMap(patternsIn)) {
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
  const patterns = schemasIn(tree)
    .flatMap(patternsIn)
    .flatMap(({ text, isName }) => {
      const pattern = asUnicodePattern(text);
      return pattern !== undefined && (isName || needsProof(pattern)) ? [pattern] : [];
    });
  return [...new Set(patterns)].filter(isSafeToBacktrack);
}

/** Every schema written in a file. */
function schemasIn(tree: MapNode): SyntaxNode[] {
  const schemas = valuesIn(tree, "tools").flatMap((tool) => [
    findValue(tool, "inputSchema"),
    findValue(tool, "outputSchema"),
    findValue(findValue(tool, "dryRun"), "preview"),
  ]);
  return [...valuesIn(tree, "types"), ...schemas.filter((schema) => schema !== undefined)];
}

function valuesIn(tree: MapNode, section: string): readonly SyntaxNode[] {
  return entriesOf(findValue(tree, section)).map(({ value }) => value);
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
    for (const item of itemsOf(node)) visit(item);
    for (const { key, value } of entriesOf(node)) {
      if (dataKeywordsOfSchema.has(key)) continue;
      if (key === "pattern" && value.kind === "scalar")
        found.push({ text: String(value.value), span: value.span, isName: false });
      else {
        const keys = key === "patternProperties" ? entriesOf(value) : [];
        for (const entry of keys) found.push({ text: entry.key, span: entry.keySpan, isName: true });
        visit(value);
      }
    }
  };
  visit(root);
  return found;
}
