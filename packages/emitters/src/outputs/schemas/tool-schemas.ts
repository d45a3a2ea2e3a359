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

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * `tools/emails.send_external.json`: the schemas of one tool as they cross the wire, under `$defs`. Each has an `$id`, which
 * is a name and no address: it can be used by itself, and every `$ref` in it points into it.
 */
export function toolSchemas(tool: ToolContract, product: string, source: string): JsonSchema {
  const id = `urn:proviso:${encodeURIComponent(product)}:${tool.name}`;
  const head = (kind: SchemaKind, title: string): JsonSchema => ({
    $id: `${id}:${kind}`,
    title: `${tool.title}: ${title}`,
  });
  const output = wireOutputSchema(tool);
  return {
    $comment: generatedNotice(source),
    $schema: dialect,
    $id: id,
    $defs: {
      input: { ...head("input", "input"), ...wireInputSchema(tool) },
      ...(output && { output: { ...head("output", "output"), ...output } }),
      ...(tool.result && {
        content: { ...head("content", "content blocks"), ...contentSchema(tool.result) },
      }),
      ...(tool.dryRun && {
        plan: { ...head("plan", "plan of a dry run"), ...planSchema(publicSchema(tool.dryRun.preview)) },
      }),
      failure: { ...head("failure", "failure"), ...failureSchema(tool) },
    },
  };
}

/** One branch for each advice on trying again: a value that fits none of them is no failure of this tool. */
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
