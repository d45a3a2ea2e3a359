import type { Json } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const openInputSchema: ToolRule = toolRule({
  code: "lint/open-input-schema",
  severity: "warning",
  summary: "An input schema describes every property that it accepts.",
  check({ tool }, report) {
    if (!isOpenSchema(tool.inputSchema)) return;
    const span = tool.spans.fields["inputSchema"] ?? tool.spans.name;
    report(
      `\`${tool.name}\` accepts arguments that its contract does not describe`,
      span,
      "name every property",
    );
  },
});

/** Keywords whose values are data, not schemas. */
const dataKeywordsOfInput: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** True if some object in the schema accepts properties of any name and type. */
function isOpenSchema(schema: Json): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (Array.isArray(schema)) return (schema as readonly Json[]).some(isOpenSchema);
  return Object.entries(schema).some(
    ([key, value]) =>
      (key === "additionalProperties" && value === true) ||
      (!dataKeywordsOfInput.has(key) && isOpenSchema(value)),
  );
}
