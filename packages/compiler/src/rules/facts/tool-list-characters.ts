import { type ToolContract, wireDescription, wireInputSchema, wireOutputSchema } from "@proviso/manifest";

/** A tool's size in a list, in characters of JSON without `_meta`, which models do not see. */
export function toolListCharacters(tool: ToolContract): number {
  const { name, title, hints } = tool;
  const description = wireDescription(tool);
  const schemas = { inputSchema: wireInputSchema(tool), outputSchema: wireOutputSchema(tool) };
  return JSON.stringify({ name, title, description, ...schemas, annotations: { title, ...hints } }).length;
}
