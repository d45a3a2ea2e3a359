import type { Json, JsonSchema } from "@proviso/manifest";
import { isSafePattern } from "redos-detector";
import type { Span } from "../../source.ts";
import type { SyntaxNode } from "../../syntax-tree.ts";
import type { RuleSubject, ToolRule } from "../rule.ts";

/** Steps, not time: the same verdict on every machine. */
const bounds = { unicode: true, maxScore: 200, maxSteps: 5000, timeout: Infinity } as const;

export const unsafePattern: ToolRule = {
  code: "contract/unsafe-pattern",
  scope: "tool",
  severity: "error",
  summary: "No text makes a regular expression take time out of all proportion.",
  check(subject, report) {
    for (const { field, schema, node } of schemasOf(subject))
      for (const pattern of patternsIn(schema)) {
        if (isSafePattern(pattern, bounds).safe) continue;
        const span = findText(node, pattern) ?? subject.tool.spans.fields[field] ?? subject.tool.spans.name;
        const hint = "repeat a thing in one place only, anchor the pattern, and bound repetitions";
        report(`the pattern \`${pattern}\` may take very long on some text`, span, hint);
      }
  },
};

interface WrittenSchema {
  readonly field: string;
  readonly schema: JsonSchema | undefined;
  readonly node: SyntaxNode | undefined;
}

function schemasOf({ tool, written }: RuleSubject): WrittenSchema[] {
  return [
    { field: "inputSchema", schema: tool.inputSchema, node: written.inputSchema },
    { field: "outputSchema", schema: tool.outputSchema, node: written.outputSchema },
    { field: "dryRun", schema: tool.dryRun?.preview, node: written.dryRun?.fields.preview },
  ];
}

/** Keywords whose values are data, in which `pattern` means nothing. */
const data: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Each once. A property that is called `pattern` holds a schema, not text. */
function patternsIn(schema: Json | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(schema)) for (const each of schema as readonly Json[]) patternsIn(each, found);
  else if (typeof schema === "object" && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      if (key === "pattern" && typeof value === "string") found.add(value);
      if (key === "patternProperties") for (const pattern of Object.keys(value ?? {})) found.add(pattern);
      if (!data.has(key)) patternsIn(value, found);
    }
  return found;
}

/** Where the author wrote the text, as a value or as a key; nowhere, if a named type holds it. */
function findText(node: SyntaxNode | undefined, text: string): Span | undefined {
  if (node?.kind === "scalar") return node.value === text ? node.span : undefined;
  for (const item of node?.kind === "list" ? node.items : []) {
    const span = findText(item, text);
    if (span) return span;
  }
  for (const { key, keySpan, value } of node?.kind === "map" ? node.entries : []) {
    const span = key === text ? keySpan : findText(value, text);
    if (span) return span;
  }
}
