import { type ToolRule, toolRule } from "./facts/rule.ts";

export const requirementWithoutNamespace: ToolRule = toolRule({
  code: "lint/requirement-without-namespace",
  severity: "warning",
  summary: "A requirement has a namespace, such as `env:production` (SEP-2487).",
  check({ written }, report) {
    for (const { value, span } of written.execution?.fields.requirements ?? [])
      if (!/^[^:\s]+:[^\s]/.test(value))
        report(
          `the requirement \`${value}\` has no namespace, and may mean something else to another server`,
          span,
          `write what kind of requirement it is before it, such as \`capability:${value}\``,
        );
  },
});
