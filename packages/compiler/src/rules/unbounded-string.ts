import type { JsonSchema } from "@proviso/manifest";
import { innerSchemas } from "./facts/inner-schemas.ts";
import { propertyPlace } from "./facts/property-place.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

/** Each of these keywords bounds a text. */
const stringBounds = ["maxLength", "enum", "const", "format", "pattern"] as const;

export const unboundedString: ToolRule = toolRule({
  code: "lint/unbounded-string",
  severity: "warning",
  summary: "Every text argument of a critical tool is bounded, because a person reads it before confirming.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "critical") return;
    const paths = innerSchemas(tool.inputSchema).flatMap(({ schema, path }) =>
      isUnbounded(schema) ? [path] : [],
    );
    for (const path of paths) {
      const { fields, name } = tool.spans;
      const span = propertyPlace(written.inputSchema, path) ?? fields["inputSchema"] ?? name;
      const message = `\`${path.join(".")}\` takes text of any length, and \`${tool.name}\` is critical`;
      report(message, span, "add `maxLength`, `pattern`, `format` or `enum`");
    }
  },
});

function isUnbounded(schema: JsonSchema): boolean {
  const type = schema["type"];
  const isText = type === "string" || (Array.isArray(type) && type.includes("string"));
  return isText && !stringBounds.some((bound) => bound in schema);
}
