import type { StoredExample } from "./page.ts";

const manyTools = Object.fromEntries(
  Array.from({ length: 128 }, (_, index) => [
    `read${index + 2}`,
    { title: "Read a note", inputSchema: "{ noteId: string }" },
  ]),
);
const manyProperties = Array.from(
  { length: 200 },
  (_, index) => `p${index}: { type: string, maxLength: 100 }`,
);

/** Wrong examples about size, by code. */
export const longExamples: Readonly<Record<string, StoredExample>> = {
  "parse/too-large": { tool: {}, header: `# ${"Nobody reads this. ".repeat(220_000)}\n` },
  "lint/long-description": {
    tool: { description: `Returns the text of a note. ${"Notes are sorted. ".repeat(60).trim()}` },
  },
  "lint/over-context-budget": { tool: { outputSchema: `{ ${manyProperties.join(", ")} }` } },
  "host/tool-count": { tool: {}, verb: "read1", readers: manyTools },
  "host/description-length": {
    tool: { description: "Returns the text of a note, and says how it came about. ".repeat(40) },
  },
};
