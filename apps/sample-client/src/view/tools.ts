import type { Facet, Tool, ToolSet } from "@proviso/client";
import { classifications } from "@proviso/client";
import pc from "picocolors";
import { viewRisk } from "./risk.ts";
import { columns, cut, indent, plural, visible } from "./text.ts";

const safetyNotes = new Map<string, string>([
  ["read_only", "only reads"],
  ["additive", "adds, or changes what can be changed back"],
  ["destructive", "some of it cannot be undone"],
  ["unclassified", "nothing reliable is known: a person is asked"],
]);

/** All tools, grouped by one property. */
export function viewTools(tools: ToolSet, by: Facet): string {
  const groups = [...tools.groupBy(by)].toSorted(([a], [b]) => rank(a) - rank(b));
  const name = Math.max(0, ...tools.tools.map((tool) => tool.name.length));
  return groups.map(([value, members]) => viewGroup(value, members, name)).join("\n\n");
}

function rank(value: string): number {
  return (classifications as readonly string[]).indexOf(value);
}

function viewGroup(value: string, members: readonly Tool[], width: number): string {
  const note = safetyNotes.get(value) ?? plural(members.length, "tool");
  return `${pc.bold(viewRisk(visible(value)))} ${pc.dim(`· ${note}`)}\n${indent(members.map((tool) => viewLine(tool, width)).join("\n"), 2)}`;
}

function viewLine(tool: Tool, width: number): string {
  const risk = tool.contract?.riskLevel ?? "unclassified";
  const room = columns - 2 - width - 2 - 8 - 2;
  return `${visible(tool.name).padEnd(width)}  ${viewRisk(risk)}${" ".repeat(Math.max(0, 8 - risk.length))}  ${pc.dim(cut(visible(tool.title), room))}`;
}
