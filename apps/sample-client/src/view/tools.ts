import type { Classification, Facet, Tool, ToolSet } from "@proviso/client";
import { classifications, classify } from "@proviso/client";
import { pc } from "./paint.ts";
import { viewRisk } from "./risk.ts";
import { columns, cut, indent, plural, visible, wrap } from "./text.ts";

const safetyNotes: Readonly<Record<Exclude<Classification, "unclassified">, string>> = {
  read_only: "only reads",
  additive: "adds, or changes what can be changed back",
  destructive: "some of it cannot be undone",
};

/** Of a tool that no contract vouches for: what its server says. */
const claimNotes: Readonly<Record<Classification, string>> = {
  read_only: "its server says that it only reads",
  additive: "its server says that it adds or changes",
  destructive: "its server says that it cannot be undone",
  unclassified: "its server says nothing of it",
};

interface ToolGroup {
  readonly value: string;
  readonly note: string;
  readonly tools: readonly Tool[];
}

/** The view of all tools, grouped by one facet. */
export function viewTools(tools: ToolSet, by: Facet): string {
  const groups = by === "safety" ? groupBySafety(tools) : groupByFacet(tools, by);
  const name = Math.max(0, ...tools.tools.map((tool) => viewToolName(tool).length));
  return groups.map((group) => viewGroup(group, name)).join("\n\n");
}

function groupByFacet(tools: ToolSet, by: Facet): readonly ToolGroup[] {
  return [...tools.groupBy(by)].map(([value, members]) => ({
    value,
    note: plural(members.length, "tool"),
    tools: members,
  }));
}

/** The safe ones first. What is unclassified is told apart by what its servers claim. */
function groupBySafety(tools: ToolSet): readonly ToolGroup[] {
  return classifications.flatMap((value) => {
    const members = tools.filter({ safety: value }).tools;
    if (value !== "unclassified") return toolGroupOf(value, safetyNotes[value], members);
    return classifications.flatMap((claim) => {
      const claiming = members.filter((tool) => tool.claims && classify(tool.claims) === claim);
      return toolGroupOf(value, `a person is asked; ${claimNotes[claim]}`, claiming);
    });
  });
}

function toolGroupOf(value: string, note: string, tools: readonly Tool[]): readonly ToolGroup[] {
  return tools.length > 0 ? [{ value, note, tools }] : [];
}

function viewGroup({ value, note, tools }: ToolGroup, width: number): string {
  const lines = tools.map((tool) => viewLine(tool, width)).join("\n");
  return `${pc.bold(viewRisk(visible(value)))} ${pc.dim(`· ${note}`)}\n${indent(lines, 2)}`;
}

/** A server chooses its names, and how long they are. */
function viewToolName({ name }: Tool): string {
  return cut(visible(name), 48);
}

function viewLine(tool: Tool, width: number): string {
  const risk = tool.contract?.riskLevel ?? "unclassified";
  const hang = width + 2 + 8 + 2;
  const title = wrap(visible(tool.title), hang, columns - 2);
  return `${viewToolName(tool).padEnd(width)}  ${viewRisk(risk)}${" ".repeat(Math.max(0, 8 - risk.length))}  ${pc.dim(title)}`;
}
