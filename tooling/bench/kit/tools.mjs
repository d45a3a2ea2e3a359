// The tools of every subject: the same results from the same handlers.
/** A tool of the project that only reads, and one with an effect. */
export const readTool = "domain_0.find_0";
export const writeTool = "notes.create";

export const inputOfRead = {
  text: "x",
  limit: 3,
  order: "newest",
  tags: ["a"],
  place: { city: "a", country: "b" },
};

export const serverInfo = { name: "bench", version: "1.0.0" };

const found = { ids: ["r_abcd", "r_efgh"], total: 2, isComplete: true, status: "ready" };
let notes = 0;

export const handlerOf = (name) => (name === writeTool ? () => ({ id: `n${++notes}` }) : () => found);

export const principalOf = (manifest) => ({
  id: "bench",
  kind: "agent",
  permissions: Object.keys(manifest.permissions),
});

/** The two called tools, for servers that are made for each request. */
export const calledTools = (manifest) => ({
  ...manifest,
  tools: manifest.tools.filter(({ name }) => name === readTool || name === writeTool),
});

/** The result of an SDK's handler. */
export const result = (output) => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output,
});
