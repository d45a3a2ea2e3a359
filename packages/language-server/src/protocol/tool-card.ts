import type { ToolModel } from "@proviso/compiler";
import { asksForPhrase, type Asked, personAsked, repetition } from "@proviso/manifest";
import { code, plain } from "../workspace/markdown.ts";

/** What follows from a tool's contract, as a list in Markdown. */
export function toolCard(hoveredTool: ToolModel): string {
  if (hoveredTool.riskLevel === "forbidden")
    return "- Risk level: `forbidden`. Servers neither list the tool nor accept calls of it.";
  return [
    `- Risk level: \`${hoveredTool.riskLevel}\``,
    ...hintLines(hoveredTool),
    ...askedLines(hoveredTool),
    `- Permissions: ${listOf(hoveredTool.permissions)}`,
    `- Failures: ${listOf(hoveredTool.failureModes.map((failure) => failure.code))}`,
    ...repeatedLines(hoveredTool),
  ].join("\n");
}

/** The hints that MCP clients get. */
export function hintLines({ hints }: ToolModel): readonly string[] {
  const shown = Object.entries(hints).map(([name, value]) => `${name} \`${String(value)}\``);
  return [`- Derived hints: ${shown.join(", ")}`];
}

/** Who asks a person before a call. */
export function askedLines(hoveredTool: ToolModel): readonly string[] {
  const { server, test, live } = personAsked(hoveredTool);
  const phrase = server !== "never" && asksForPhrase(hoveredTool) ? "; the person types a phrase" : "";
  const environments = test === live ? words[live] : `${words[test]}; in live ${words[live]}`;
  return [
    `- The server asks a person: ${words[server]}${phrase}`,
    `- The server or the client's default guard asks: ${environments}`,
  ];
}

const words: Readonly<Record<Asked, string>> = {
  never: "never",
  sometimes: "for some calls",
  always: "every time",
};

function repeatedLines(hoveredTool: ToolModel): readonly string[] {
  const repetitionSentence = repetition(hoveredTool);
  return repetitionSentence === undefined ? [] : [`- ${plain(repetitionSentence)}`];
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map(code).join(", ");
}
