import type { ToolModel } from "@proviso/compiler";
import { askedBy, asksForPhrase, personAsked, repetition } from "@proviso/manifest";
import { inlineCode, plain } from "../workspace/markdown.ts";

/** What follows from a tool's contract, as a list in Markdown. */
export function toolCard(hoveredTool: ToolModel): string {
  if (hoveredTool.riskLevel === "forbidden")
    return `- Risk level: \`forbidden\`. Servers neither list the tool for agents nor accept calls of it.${hoveredTool.people ? " People may call it in the product." : ""}`;
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
  const phrase = asksForPhrase(hoveredTool) ? "; the person types a phrase" : "";
  return askedBy(personAsked(hoveredTool)).map(
    ({ by, often }) =>
      `- The ${by} asks a person: ${often}${by === "server" && often !== "never" ? phrase : ""}`,
  );
}

function repeatedLines(hoveredTool: ToolModel): readonly string[] {
  const repetitionSentence = repetition(hoveredTool);
  return repetitionSentence === undefined ? [] : [`- ${plain(repetitionSentence)}`];
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map(inlineCode).join(", ");
}
