import { type ProjectRule, projectRule } from "./facts/rule.ts";
import { unusedNames } from "./facts/unused-names.ts";

export const unusedFailureMode: ProjectRule = projectRule({
  code: "lint/unused-failure-mode",
  severity: "warning",
  summary: "Every failure mode is listed by some tool; otherwise no handler can return it.",
  check(project, report) {
    for (const { name, span } of unusedNames(project, "failureModes"))
      report(`no tool lists the failure mode \`${name}\``, span, "remove it, or list it where it can happen");
  },
});
