import {
  contentSchema,
  type JsonSchema,
  planSchema,
  publicSchema,
  type ToolContract,
  wireInputSchema,
  wireOutputSchema,
} from "@proviso/manifest";
import { generatedNotice } from "../../text/generated-notice.ts";

export type SchemaKind = "input" | "output" | "content" | "plan" | "failure";

const schemaDialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * `tools/emails.send_external.json`: the schemas of one tool as clients see them, under `$defs`.
 * Each can be used alone: its `$id` is a URN, and each `$ref` in it points into the same schema.
 */
export function toolSchemas(tool: ToolContract, product: string, source: string): JsonSchema {
  const id = `urn:proviso:${encodeURIComponent(product)}:${tool.name}`;
  const schemaHead = (kind: SchemaKind, title: string): JsonSchema => ({
    $id: `${id}:${kind}`,
    title: `${tool.title}: ${title}`,
  });
  const output = wireOutputSchema(tool);
  return {
    $comment: generatedNotice(source),
    $schema: schemaDialect,
    $id: id,
    $defs: {
      input: { ...schemaHead("input", "input"), ...wireInputSchema(tool) },
      ...(output && { output: { ...schemaHead("output", "output"), ...output } }),
      ...(tool.result && {
        content: { ...schemaHead("content", "content blocks"), ...contentSchema(tool.result) },
      }),
      ...(tool.dryRun && {
        plan: {
          ...schemaHead("plan", "plan of a dry run"),
          ...planSchema(publicSchema(tool.dryRun.preview)),
        },
      }),
      failure: { ...schemaHead("failure", "failure"), ...failureSchema(tool) },
    },
  };
}

/** One branch for each retry advice. A value that matches no branch is no failure of this tool. */
function failureSchema({ failureModes }: ToolContract): JsonSchema {
  const advices = [...new Set(failureModes.map(({ retry }) => retry))];
  return {
    type: "object",
    properties: { code: { type: "string" }, message: { type: "string" }, details: { type: "object" } },
    required: ["code", "message", "retry"],
    oneOf: advices.map((retry) => ({
      properties: {
        code: { enum: failureModes.filter((mode) => mode.retry === retry).map(({ code }) => code) },
        retry: { const: retry },
      },
    })),
    unevaluatedProperties: false,
  };
}
