import { type ProjectRule, projectRule } from "./facts/rule.ts";
import { unusedNames } from "./facts/unused-names.ts";

export const unusedType: ProjectRule = projectRule({
  code: "lint/unused-type",
  severity: "warning",
  summary: "Every named type is used by some tool.",
  check(project, report) {
    for (const { name, span } of unusedNames(project, "types"))
      report(`no tool uses the type \`${name}\``, span, "remove it");
  },
});
