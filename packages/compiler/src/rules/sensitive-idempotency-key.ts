import type { JsonObject, JsonSchema } from "@proviso/manifest";
import { innerSchemas } from "./facts/inner-schemas.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";
import { isSecretName } from "./facts/secret-name.ts";

export const sensitiveIdempotencyKey: ToolRule = toolRule({
  code: "lint/sensitive-idempotency-key",
  severity: "warning",
  summary: "No sensitive argument is in an idempotency key: a reader of the store could recover its value.",
  check({ tool: { inputSchema }, written }, report) {
    const properties = (inputSchema["properties"] ?? {}) as JsonObject;
    for (const { value: name, span } of written.idempotency?.fields.key ?? []) {
      const property = { properties: { [name]: properties[name] ?? {} }, $defs: inputSchema["$defs"] ?? {} };
      const found = innerSchemas(property).find(
        ({ schema, path, isProperty }) =>
          isSensitive(schema) || (isProperty && isSecretName(path.at(-1) ?? "")),
      );
      if (!found) continue;
      const message = `\`${found.path.join(".")}\` is sensitive, and the idempotency key stores a hash of it`;
      report(message, span, "name other arguments that tell calls apart, or leave `key` to the caller");
    }
  },
});

function isSensitive(schema: JsonSchema): boolean {
  return schema["sensitive"] === true || schema["writeOnly"] === true;
}
