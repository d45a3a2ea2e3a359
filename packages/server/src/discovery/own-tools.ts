import { effectKinds, type JsonObject, type JsonSchema, riskLevels } from "@proviso/manifest";

export const searchName = "search_tools";
export const describeName = "describe_tool";
export const callName = "call_tool";

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** The inner tool may do anything: a host that goes by these asks a person. */
const strictest = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

function objectOf(properties: JsonObject, ...required: readonly string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The three tools, in the order in which a model uses them. */
export const ownTools: readonly (JsonObject & { name: string; inputSchema: JsonSchema })[] = [
  {
    name: searchName,
    description: `Finds tools of this server that are not listed, best first. Each argument narrows; without any, it names the domains. Next: ${describeName}.`,
    inputSchema: objectOf({
      words: { type: "string", maxLength: 200, description: "What the tool should do, in a few words." },
      effect: { enum: ["none", ...effectKinds], description: "What it changes; `none`: it only reads." },
      risk: { enum: riskLevels.slice(0, -1), description: "Its risk level at most." },
      domain: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: 20 },
    }),
    annotations: reads,
  },
  {
    name: describeName,
    description: `Returns definition and contract of one tool: arguments, effects, permissions, who is asked, how it fails. Next: ${callName}.`,
    inputSchema: objectOf({ name: { type: "string" } }, "name"),
    annotations: reads,
  },
  {
    name: callName,
    description:
      "Calls any tool of this server by its name. Checked, approved and recorded as a call of that tool.",
    inputSchema: objectOf({ name: { type: "string" }, arguments: { type: "object" } }, "name"),
    annotations: strictest,
  },
];
