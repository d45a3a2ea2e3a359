import type { ToolFacts } from "./facts.ts";
import { type ProjectRule, projectRule } from "./rule.ts";

interface Written extends Pick<ProjectRule, "code" | "summary"> {
  /** What is wrong with the tool that is to undo the steps of the other one. */
  problem(undoer: ToolFacts, tool: ToolFacts): string | false | undefined;
}

/** Makes a rule about the tools that contracts name under `compensate`. */
export function compensationRule({ problem, ...head }: Written): ProjectRule {
  return projectRule({
    ...head,
    check({ contracts }, report) {
      const tools = new Map(contracts.flatMap((each) => each.tools.map((tool) => [tool.name, tool])));
      for (const tool of tools.values()) {
        const undoer = tool.compensate && tools.get(tool.compensate.value);
        const found = undoer && problem(undoer, tool);
        if (found && tool.compensate) report(`\`${undoer.name}\` ${found}`, tool.compensate.span);
      }
    },
  });
}
