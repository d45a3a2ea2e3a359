import { compareText } from "../report/diagnostic.ts";
import { callableToolsIn, type ToolFacts } from "./facts/facts.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

const namedTools = 3;

export const overContextBudget: ProjectRule = projectRule({
  code: "lint/over-context-budget",
  severity: "warning",
  summary: "Each tool, and the list of all tools, stays within `contextBudget`.",
  check({ contracts, budget }, report) {
    const tools = callableToolsIn(contracts);
    for (const { name, span, characters } of toolsByWeight(
      tools.filter((tool) => tool.characters > budget.tool),
    ))
      report(
        `\`${name}\` takes ${characters} characters of an agent's context; the budget is ${budget.tool}`,
        span,
        "shorten descriptions, or split the tool",
      );
    const all = tools.reduce((sum, tool) => sum + tool.characters, 0);
    const heaviest = all > budget.list ? toolsByWeight(tools).slice(0, namedTools) : [];
    const [first] = heaviest;
    if (!first) return;
    report(
      `the list of all tools takes ${all} characters of an agent's context; the budget is ${budget.list}`,
      first.span,
      `the heaviest are ${heaviest.map(describeBudget).join(", ")}`,
    );
  },
});

function toolsByWeight(tools: readonly ToolFacts[]): readonly ToolFacts[] {
  return tools.toSorted((a, b) => b.characters - a.characters || compareText(a.name, b.name));
}

function describeBudget({ name, characters }: ToolFacts): string {
  return `\`${name}\` (${characters})`;
}
