import type { ToolRule } from "./facts/rule.ts";

/** The limit of the function calling APIs that document one. Other hosts truncate silently. */
const mostCharacters = 1024;

export const longDescription: ToolRule = {
  code: "lint/long-description",
  scope: "tool",
  severity: "warning",
  summary: `A description has at most ${mostCharacters} characters: some hosts refuse or cut longer ones.`,
  check({ tool, written }, report) {
    const { length } = tool.description;
    if (length <= mostCharacters) return;
    report(
      `this description has ${length} characters; some hosts take ${mostCharacters}`,
      written.description?.span ?? tool.spans.name,
      "move details of an argument to the description of that argument",
    );
  },
};
