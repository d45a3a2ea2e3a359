import { effectKinds, type JsonObject, riskLevels } from "@proviso/manifest";

export const searchName = "search_tools";
export const describeName = "describe_tool";
export const callName = "call_tool";
export const ownNames: readonly string[] = [searchName, describeName, callName];

/** What a call can change, to search by. */
export const searchedEffects: readonly string[] = ["none", ...effectKinds];
/** Forbidden tools are found by nobody. */
export const searchedLevels: readonly string[] = riskLevels.filter((level) => level !== "forbidden");

export const maxFound = 20;

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** The inner tool may do anything: a host that goes by these asks a person. */
const strictest = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

const objectOf = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** The three tools, in the order in which a model uses them. */
export const ownTools: readonly object[] = [
  {
    name: searchName,
    title: "Search tools",
    description: `Finds tools of this server that are not listed, best first. Every argument narrows; without any, it says which domains there are. Next: ${describeName}.`,
    inputSchema: objectOf({
      words: { type: "string", description: "What the tool should do, in a few words." },
      effect: {
        type: "string",
        enum: searchedEffects,
        description: "What it changes; `none`: it only reads.",
      },
      risk: { type: "string", enum: searchedLevels, description: "Its risk level at most." },
      domain: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: maxFound },
    }),
    annotations: { title: "Search tools", ...reads },
  },
  {
    name: describeName,
    title: "Describe a tool",
    description: `Returns the definition and the contract of one tool: arguments, effects, permissions, who is asked, how it fails. Next: ${callName}.`,
    inputSchema: objectOf({ name: { type: "string" } }, "name"),
    annotations: { title: "Describe a tool", ...reads },
  },
  {
    name: callName,
    title: "Call a tool",
    description:
      "Calls any tool of this server by its name. Checked, approved and recorded as a call of that tool.",
    inputSchema: objectOf(
      { name: { type: "string" }, arguments: { type: "object", description: "The arguments of that tool." } },
      "name",
    ),
    annotations: { title: "Call a tool", ...strictest },
  },
];
