import type { ToolModel } from "@proviso/compiler";
import { asksForPhrase, type Asked, personAsked, repetition } from "@proviso/manifest";
import { code, plain } from "../text/markdown.ts";

/** What follows from a tool's contract, as a list in Markdown. */
export function toolCard(tool: ToolModel): string {
  if (tool.riskLevel === "forbidden")
    return "- Risk level: `forbidden`. Servers neither list the tool nor accept calls of it.";
  return [
    `- Risk level: \`${tool.riskLevel}\``,
    ...hintLines(tool),
    ...askedLines(tool),
    `- Permissions: ${listOf(tool.permissions)}`,
    `- Failures: ${listOf(tool.failureModes.map((failure) => failure.code))}`,
    ...repeatedLines(tool),
  ].join("\n");
}

/** The hints that MCP clients get. */
export function hintLines({ hints }: ToolModel): readonly string[] {
  const shown = Object.entries(hints).map(([name, value]) => `${name} \`${String(value)}\``);
  return [`- Derived hints: ${shown.join(", ")}`];
}

/** Who asks a person before a call. */
export function askedLines(tool: ToolModel): readonly string[] {
  const { server, test, live } = personAsked(tool);
  const phrase = server !== "never" && asksForPhrase(tool) ? "; the person types a phrase" : "";
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

function repeatedLines(tool: ToolModel): readonly string[] {
  const sentence = repetition(tool);
  return sentence === undefined ? [] : [`- ${plain(sentence)}`];
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map(code).join(", ");
}
