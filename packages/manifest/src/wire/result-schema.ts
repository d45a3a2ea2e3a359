import type {
  ContentKind,
  JsonObject,
  JsonSchema,
  ResultContent,
  ToolContract,
} from "../contract/contract.ts";

const stringSchema = { type: "string" } as const;
const optionalSchema = { annotations: { type: "object" }, _meta: { type: "object" } } as const;
const base64Schema = { type: "string", contentEncoding: "base64" } as const;

/** The content blocks of MCP as a schema can describe them; `contentProblems` checks the rest. */
const contentBlocks: Readonly<Record<ContentKind, JsonSchema>> = {
  text: blockSchema("text", { text: stringSchema }),
  image: blockSchema("image", { data: base64Schema, mimeType: stringSchema }),
  audio: blockSchema("audio", { data: base64Schema, mimeType: stringSchema }),
  resource: blockSchema("resource", {
    resource: {
      type: "object",
      properties: { uri: stringSchema, mimeType: stringSchema, text: stringSchema, blob: base64Schema },
      required: ["uri"],
      oneOf: [{ required: ["text"] }, { required: ["blob"] }],
    },
  }),
  resource_link: blockSchema(
    "resource_link",
    { uri: stringSchema, name: stringSchema },
    {
      title: stringSchema,
      description: stringSchema,
      mimeType: stringSchema,
      size: { type: "number", minimum: 0 },
    },
  ),
};

function blockSchema(kind: ContentKind, members: JsonObject, more: JsonObject = {}): JsonSchema {
  return {
    type: "object",
    properties: { type: { const: kind }, ...members, ...more, ...optionalSchema },
    required: ["type", ...Object.keys(members)],
  };
}

/** The list of content blocks of a result. */
export function contentSchema({ kinds }: ResultContent): JsonSchema {
  return { type: "array", items: { anyOf: kinds.map((kind) => contentBlocks[kind]) } };
}

/** The value that a handler returns and a typed client receives. */
export function resultSchema({ result, outputSchema }: ToolContract): JsonSchema {
  if (!result) return outputSchema ?? { type: "object" };
  const { $defs, ...structured } = outputSchema ?? {};
  return {
    type: "object",
    properties: {
      content: contentSchema(result),
      ...(outputSchema ? { structuredContent: structured } : {}),
    },
    required: ["content", ...(outputSchema ? ["structuredContent"] : [])],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}
