import {
  type JsonSchema,
  resultSchema,
  type ToolContract,
  wireInputSchema,
  wireOutputSchema,
} from "@proviso/manifest";
import { didYouMean, nearest } from "../report/did-you-mean.ts";
import { type SchemaError, schemaErrors } from "../schemas/schema-errors.ts";
import type { Span } from "../report/source.ts";
import { findEntry, itemsOf, type MapNode, type SyntaxNode, toJson } from "../syntax/syntax-tree.ts";
import { type RuleReport, type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidExample: ToolRule = toolRule({
  code: "contract/invalid-example",
  summary: "An example fits the schemas of its tool.",
  check({ tool, written }, report) {
    for (const { fields } of written.examples ?? []) {
      if (fields.input) checkExample(fields.input, wireInputSchema(tool), report);
      if (fields.output) checkExample(fields.output, outputOf(tool), report);
    }
  },
});

/** An example of a tool without content blocks may show a plan. */
function outputOf(tool: ToolContract): JsonSchema {
  return (tool.result ? undefined : wireOutputSchema(tool)) ?? resultSchema(tool);
}

function checkExample(node: MapNode, schema: JsonSchema, report: RuleReport): void {
  const errors = schemaErrors(schema, toJson(node));
  const misspelt = new Set<string>();
  for (const { path, message } of errors.filter(({ isKey }) => isKey)) {
    const meant = nearest(path.at(-1) ?? "", missingBeside(path, errors));
    if (meant !== undefined) misspelt.add([...path.slice(0, -1), meant].join("/"));
    report(
      `this example does not fit the schema: ${message}`,
      locateInExample(node, path, true),
      didYouMean(meant),
    );
  }
  // A misspelt property is not reported as missing as well.
  for (const { path, message, missing = "" } of errors.filter(({ isKey }) => !isKey))
    if (!misspelt.has([...path, missing].join("/")))
      report(`this example does not fit the schema: ${message}`, locateInExample(node, path, false));
}

function missingBeside(path: readonly string[], errors: readonly SchemaError[]): string[] {
  const place = path.slice(0, -1).join("/");
  return errors.flatMap((each) =>
    each.missing !== undefined && each.path.join("/") === place ? [each.missing] : [],
  );
}

/** The key or item at a path, or its nearest ancestor that exists. */
function locateInExample(root: MapNode, path: readonly string[], isKey: boolean): Span {
  let node: SyntaxNode = root;
  let span = root.entries[0]?.keySpan ?? root.span;
  for (const step of path) {
    const entry = findEntry(node, step);
    const next: SyntaxNode | undefined = entry?.value ?? itemsOf(node)[Number(step)];
    if (!next) return span;
    node = next;
    span = next.kind === "scalar" && !isKey ? next.span : (entry?.keySpan ?? next.span);
  }
  return span;
}
