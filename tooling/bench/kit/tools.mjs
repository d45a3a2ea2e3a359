// What every subject serves: the same results, from the same handlers.
/** One that only reads, of the project; and one that has an effect. */
export const readTool = "domain_0.find_0";
export const writeTool = "notes.create";

export const serverInfo = { name: "bench", version: "1.0.0" };

const found = { ids: ["r_abcd", "r_efgh"], total: 2, isComplete: true, status: "ready" };
let notes = 0;

export const handlerOf = (name) => (name === writeTool ? () => ({ id: `n${++notes}` }) : () => found);

export const principalOf = (manifest) => ({
  id: "bench",
  kind: "agent",
  permissions: Object.keys(manifest.permissions),
});

/** The two tools that are called, for servers that are made anew for each request. */
export const calledTools = (manifest) => ({
  ...manifest,
  tools: manifest.tools.filter(({ name }) => name === readTool || name === writeTool),
});

/** What a handler of an SDK returns. */
export const result = (output) => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output,
});
