import type { Span } from "../../source.ts";
import type { SyntaxNode } from "../../syntax-tree.ts";
import { innerSchemas } from "../inner-schemas.ts";
import type { RuleSubject, ToolRule } from "../rule.ts";

/** How names of secrets end: `accessToken`, `api_key`, `password`. A `pageToken` is none. */
const secret =
  /^tokens?$|(^|_)(password|passwd|passphrase|secret|credentials?|cvv|cvc|otp|jwt|(access|refresh|auth|bearer|session|api|id|csrf|raw|reset|security|secret|oauth)_?tokens?|(api|private|secret|access|encryption|signing|master|ssh)_?keys?|session_?(cookie|id)|cookies?|recovery_?codes?|seed_?phrase|connection_?string)$/;

export const secretLikeOutput: ToolRule = {
  code: "lint/secret-like-output",
  scope: "tool",
  severity: "warning",
  summary: "No tool returns a secret: what a model has read, it can be talked into passing on.",
  check(subject, report) {
    const { tool } = subject;
    if (tool.riskLevel === "forbidden") return;
    for (const { field, schema, node } of outputsOf(subject))
      for (const { path, isProperty } of innerSchemas(schema)) {
        const name = path.at(-1) ?? "";
        if (!isProperty || !secret.test(snakeCase(name))) continue;
        const span = findKey(node, name) ?? tool.spans.fields[field] ?? tool.spans.name;
        const hint = "return a reference to it, or that it is set, and let the program fetch it";
        report(`\`${path.join(".")}\` looks like a secret that a model would read`, span, hint);
      }
  },
};

function outputsOf({ tool, written }: RuleSubject) {
  return [
    { field: "outputSchema", schema: tool.outputSchema, node: written.outputSchema },
    ...(tool.dryRun
      ? [{ field: "dryRun", schema: tool.dryRun.preview, node: written.dryRun?.fields.preview }]
      : []),
  ];
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Where a property is written; nowhere, if a named type holds it. */
function findKey(node: SyntaxNode | undefined, name: string): Span | undefined {
  for (const { key, keySpan, value } of node?.kind === "map" ? node.entries : []) {
    const span = key === name || key === `${name}?` ? keySpan : findKey(value, name);
    if (span) return span;
  }
}
