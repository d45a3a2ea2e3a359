import type { JsonSchema } from "@proviso/manifest";
import { innerSchemas } from "../facts/inner-schemas.ts";
import { propertyPlace } from "../facts/property-place.ts";
import type { ToolRule } from "../facts/rule.ts";

/** Any of these says what a text may be. */
const bounds = ["maxLength", "enum", "const", "format", "pattern"] as const;

export const unboundedString: ToolRule = {
  code: "lint/unbounded-string",
  scope: "tool",
  severity: "warning",
  summary: "Every text that a critical tool takes has a bound: a person has to read it before saying yes.",
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
};

function isUnbounded(schema: JsonSchema): boolean {
  const type = schema["type"];
  const isText = type === "string" || (Array.isArray(type) && type.includes("string"));
  return isText && !bounds.some((bound) => bound in schema);
}
