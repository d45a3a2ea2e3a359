import { type ToolRule, toolRule } from "./facts/rule.ts";

/** `Deletes it.` says no more than the name does. */
const fewestCharacters = 20;

export const shortDescription: ToolRule = toolRule({
  code: "lint/short-description",
  severity: "warning",
  summary: "A description says more than the tool's name, because agents choose tools by it.",
  check({ tool, written }, report) {
    const { description } = tool;
    const words = wordsOf(description);
    const again = [tool.title, tool.name].some((text) => wordsOf(text) === words);
    if (description.length >= fewestCharacters && !again) return;
    report(
      again
        ? `this description only repeats the name of \`${tool.name}\``
        : `this description has fewer than ${fewestCharacters} characters`,
      written.description?.span ?? tool.spans.name,
      "say what the tool does, to what, and what comes back",
    );
  },
});

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}
