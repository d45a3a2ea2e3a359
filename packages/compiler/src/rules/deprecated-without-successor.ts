import { type ToolRule, toolRule } from "./facts/rule.ts";

export const deprecatedWithoutSuccessor: ToolRule = toolRule({
  code: "lint/deprecated-without-successor",
  severity: "info",
  summary: "A deprecated tool names the one to use instead.",
  check({ tool, written }, report) {
    const successor = written.deprecated?.fields.successor;
    const span = successor?.span ?? tool.spans.fields["deprecated"] ?? tool.spans.name;
    const isItself = successor?.value === tool.name;
    if (!tool.deprecated || (successor && !isItself)) return;
    report(
      `\`${tool.name}\` is deprecated and ${isItself ? "names itself" : "names no other tool"}`,
      span,
      isItself ? "write the tool to use instead" : "add `successor: domain.verb`",
    );
  },
});
