import type {
  ContentKind,
  JsonObject,
  JsonSchema,
  ResultContent,
  ToolContract,
} from "../contract/contract.ts";

const string = { type: "string" } as const;
const optional = { annotations: { type: "object" }, _meta: { type: "object" } } as const;
const base64 = { type: "string", contentEncoding: "base64" } as const;

/** The content blocks of MCP, as far as a schema can describe them; `contentProblems` checks the rest. */
const blocks: Readonly<Record<ContentKind, JsonSchema>> = {
  text: block("text", { text: string }),
  image: block("image", { data: base64, mimeType: string }),
  audio: block("audio", { data: base64, mimeType: string }),
  resource: block("resource", {
    resource: {
      type: "object",
      properties: { uri: string, mimeType: string, text: string, blob: base64 },
      required: ["uri"],
      oneOf: [{ required: ["text"] }, { required: ["blob"] }],
    },
  }),
  resource_link: block(
    "resource_link",
    { uri: string, name: string },
    { title: string, description: string, mimeType: string, size: { type: "number", minimum: 0 } },
  ),
};

function block(kind: ContentKind, members: JsonObject, more: JsonObject = {}): JsonSchema {
  return {
    type: "object",
    properties: { type: { const: kind }, ...members, ...more, ...optional },
    required: ["type", ...Object.keys(members)],
  };
}

/** The list of content blocks of a result. */
export function contentSchema({ kinds }: ResultContent): JsonSchema {
  return { type: "array", items: { anyOf: kinds.map((kind) => blocks[kind]) } };
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
