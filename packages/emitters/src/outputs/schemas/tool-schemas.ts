import {
  type JsonSchema,
  planSchema,
  publicSchema,
  type ToolContract,
  wireInputSchema,
  wireOutputSchema,
} from "@proviso/manifest";
import { generatedNotice } from "../../text/generated-notice.ts";

export type SchemaKind = "input" | "output" | "plan" | "failure";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The schemas of one tool as they cross the wire. Each stands alone: its `$id` is a name, not an address, and every
 * `$ref` points into itself.
 */
export function toolSchemas(
  tool: ToolContract,
  product: string,
  source: string,
): readonly (readonly [SchemaKind, JsonSchema])[] {
  const head = (kind: SchemaKind, title: string): JsonSchema => ({
    $comment: generatedNotice(source),
    $schema: dialect,
    $id: `urn:proviso:${encodeURIComponent(product)}:${tool.name}:${kind}`,
    title: `${tool.title}: ${title}`,
  });
  return [
    ["input", { ...head("input", "input"), ...wireInputSchema(tool) }],
    ["output", { ...head("output", "output"), ...wireOutputSchema(tool) }],
    ...(tool.dryRun
      ? [
          [
            "plan",
            { ...head("plan", "plan of a dry run"), ...planSchema(publicSchema(tool.dryRun.preview)) },
          ] as const,
        ]
      : []),
    ["failure", { ...head("failure", "failure"), ...failureSchema(tool) }],
  ];
}

/** One branch for each failure mode: a value that fits none of them is not a failure of this tool. */
function failureSchema(tool: ToolContract): JsonSchema {
  return {
    type: "object",
    oneOf: tool.failureModes.map((mode) => ({
      type: "object",
      description: mode.description,
      properties: {
        code: { const: mode.code },
        message: { type: "string" },
        retry: { const: mode.retry },
        details: { type: "object" },
      },
      required: ["code", "message", "retry"],
      additionalProperties: false,
    })),
  };
}
