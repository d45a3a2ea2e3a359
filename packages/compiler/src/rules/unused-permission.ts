import { type ProjectRule, projectRule } from "./facts/rule.ts";
import { unusedNames } from "./facts/unused-names.ts";

export const unusedPermission: ProjectRule = projectRule({
  code: "lint/unused-permission",
  severity: "warning",
  summary: "Every permission is required by some tool; otherwise granting it has no effect.",
  check(project, report) {
    for (const { name, span } of unusedNames(project, "permissions"))
      report(`no tool needs the permission \`${name}\``, span, "remove it, or ask for it where it belongs");
  },
});
