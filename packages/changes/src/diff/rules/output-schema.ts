import type { ClauseRule } from "../facts/change-rule.ts";
import { returnedSchemaRule } from "../schemas/returned-schema-rule.ts";

export const outputSchema: ClauseRule = returnedSchemaRule({
  name: "output",
  summary: "What the tool returns. The less it may return, the safer for callers, and the stricter.",
  path: "outputSchema",
  schemaOf: (tool) => tool.outputSchema,
});
