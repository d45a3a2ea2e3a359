import { type ToolContract, wireDescription, wireInputSchema, wireOutputSchema } from "@proviso/manifest";

/** A tool in a list of tools, in characters of JSON. `_meta` is left out: hosts do not show it to a model. */
export function toolListCharacters(tool: ToolContract): number {
  const { name, title, hints } = tool;
  const description = wireDescription(tool);
  const schemas = { inputSchema: wireInputSchema(tool), outputSchema: wireOutputSchema(tool) };
  return JSON.stringify({ name, title, description, ...schemas, annotations: { title, ...hints } }).length;
}
