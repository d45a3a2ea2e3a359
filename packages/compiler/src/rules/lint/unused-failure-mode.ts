import type { ProjectRule } from "../facts/rule.ts";
import { unusedNames } from "../facts/unused-names.ts";

export const unusedFailureMode: ProjectRule = {
  code: "lint/unused-failure-mode",
  scope: "project",
  severity: "warning",
  summary: "A failure mode is one of some tool; otherwise no handler can report it.",
  check({ contracts }, report) {
    for (const { name, span } of unusedNames(contracts, "failureModes"))
      report(`no tool fails with \`${name}\``, span, "remove it, or list it where it can happen");
  },
};
