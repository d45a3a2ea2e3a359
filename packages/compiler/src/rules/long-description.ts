import { type ToolRule, toolRule } from "./facts/rule.ts";

/** The limit of the function calling APIs that document one. Other hosts truncate silently. */
const maxCharacters = 1024;

export const longDescription: ToolRule = toolRule({
  code: "lint/long-description",
  severity: "warning",
  summary: `A description has at most ${maxCharacters} characters: some hosts refuse or cut longer ones.`,
  check({ tool, written }, report) {
    const { length } = tool.description;
    if (length <= maxCharacters) return;
    report(
      `this description has ${length} characters; some hosts take ${maxCharacters}`,
      written.description?.span ?? tool.spans.name,
      "move details of an argument to the description of that argument",
    );
  },
});
