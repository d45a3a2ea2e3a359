import { type InnerSchema, innerSchemas } from "./facts/inner-schemas.ts";
import { propertyPlace } from "./facts/property-place.ts";
import { type RuleSubject, type ToolRule, toolRule } from "./facts/rule.ts";
import { isSecretName } from "./facts/secret-name.ts";

/** Prefixes of well-known kinds of secrets, as a `pattern` would contain them. */
const secretShape = /sk_live|ghp_|github_pat|xox[a-z]-|AKIA|eyJ|BEGIN [A-Z ]*PRIVATE KEY/;

export const secretLikeOutput: ToolRule = toolRule({
  code: "lint/secret-like-output",
  severity: "warning",
  summary: "No tool returns a secret: a model that reads one can be tricked into disclosing it.",
  check(subject, report) {
    const { tool } = subject;
    if (tool.riskLevel === "forbidden") return;
    for (const { field, schema, node } of outputsOf(subject))
      for (const inner of innerSchemas(schema)) {
        if (!isSecret(inner)) continue;
        const { path } = inner;
        const span = propertyPlace(node, path) ?? tool.spans.fields[field] ?? tool.spans.name;
        const hint = "return a reference to it, or that it is set, and let the program fetch it";
        report(`\`${path.join(".")}\` looks like a secret that a model would read`, span, hint);
      }
  },
});

function outputsOf({ tool, written }: RuleSubject) {
  return [
    ...(tool.outputSchema
      ? [{ field: "outputSchema", schema: tool.outputSchema, node: written.outputSchema }]
      : []),
    ...(tool.dryRun
      ? [{ field: "dryRun", schema: tool.dryRun.preview, node: written.dryRun?.fields.preview }]
      : []),
  ];
}

function isSecret({ schema, path, isProperty }: InnerSchema): boolean {
  if (secretShape.test(String(schema["pattern"] ?? ""))) return true;
  return isProperty && isSecretName(path.at(-1) ?? "");
}
