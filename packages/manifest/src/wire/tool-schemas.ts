import type { Json, JsonObject, JsonSchema, ToolContract } from "../contract/contract.ts";
import { publicSchema } from "../json-schema/public-schema.ts";
import { isObject } from "../contract/is-object.ts";
import { wireSchema } from "../json-schema/wire-schema.ts";

/** The arguments of a call: the declared ones, and `dryRun` if there is a dry run (seed 001). */
export function callSchema({
  inputSchema,
  dryRun,
}: Pick<ToolContract, "inputSchema" | "dryRun">): JsonSchema {
  if (!dryRun) return inputSchema;
  const properties = inputSchema["properties"] as JsonObject;
  return {
    ...inputSchema,
    properties: {
      ...properties,
      dryRun: { type: "boolean", description: "True returns the plan and changes nothing." },
    },
  };
}

/** The schema of a call's arguments as clients see it. */
export function wireInputSchema(tool: ToolContract): JsonSchema {
  return publicSchema(callSchema({ ...tool, inputSchema: wireSchema(tool.inputSchema, tool.wireRefs) }));
}

/** The schema of the arguments without `dryRun`, which `callSchema` adds. */
export function withoutDryRun(schema: JsonSchema): JsonSchema {
  const { dryRun: _dryRun, ...properties } = schema["properties"] as JsonObject;
  return { ...schema, properties };
}

const planProperties = {
  dryRun: { type: "boolean", const: true },
  warnings: { type: "array", items: { type: "string" } },
  missingPermissions: { type: "array", items: { type: "string" } },
  expectedSideEffects: { type: "array", items: { type: "string" } },
  estimatedDurationMs: { type: "number", minimum: 0 },
} as const satisfies JsonObject;

/** The whole plan of a tool with a dry run: its preview and the fields that every plan has. */
export function planSchema(preview: JsonSchema): JsonSchema {
  return {
    ...preview,
    properties: { ...(preview["properties"] as JsonObject), ...planProperties },
    required: [
      ...((preview["required"] as readonly string[] | undefined) ?? []),
      ...Object.keys(planProperties),
    ],
  };
}

/**
 * The structured results as clients see them. With a dry run, either the output or a plan; the root stays an object for SDK 1.x.
 * Undefined where a result is only content: SDKs refuse one without structured content if there is a schema for that.
 */
export function wireOutputSchema(tool: ToolContract): JsonSchema | undefined {
  if (!tool.outputSchema) return undefined;
  const schema = publicSchema(wireSchema(tool.outputSchema, tool.wireRefs));
  if (!tool.dryRun) return schema;
  const { $defs: outputDefs, ...output } = schema;
  const { $defs: planDefs, ...plan } = planSchema(
    publicSchema(wireSchema(tool.dryRun.preview, tool.wireRefs)),
  );
  const $defs = { ...(outputDefs as JsonObject), ...(planDefs as JsonObject) };
  return { type: "object", anyOf: [output, plan], ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
}

/** The schemas of output and preview in a listed `outputSchema`. Throws for a foreign one. */
export function splitResult(
  schema: JsonSchema,
  refs: Json | undefined,
): { readonly output: JsonSchema; readonly preview: JsonSchema } {
  const { anyOf, $defs } = schema;
  const [output, plan] = anyOf as readonly [JsonObject, JsonObject];
  const planFields = new Set(Object.keys(planProperties));
  const { required, ...rest } = plan;
  const previewRequired = (required as readonly string[]).filter((name) => !planFields.has(name));
  const properties = Object.entries(plan["properties"] as JsonObject).filter(
    ([name]) => !planFields.has(name),
  );
  const preview = {
    ...rest,
    properties: Object.fromEntries(properties),
    ...(previewRequired.length > 0 ? { required: previewRequired } : {}),
  };
  return { output: withDefinitions(output, $defs, refs), preview: withDefinitions(preview, $defs, refs) };
}

/** A listed schema with those types alone that it refers to, directly or not. */
function withDefinitions(schema: JsonSchema, all: Json | undefined, refs: Json | undefined): JsonSchema {
  return isObject(all) ? wireSchema({ ...schema, $defs: all }, refs) : schema;
}
