import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { dangerous, opposites, safe } from "../facts/kinds.ts";

export const timeout: ClauseRule = fieldRule("timeoutMs", {
  name: "timeout",
  summary: "How long a handler may take.",
  kinds: opposites("unchanged", {
    "timeout-loosened": safe("A call may take longer before it is stopped."),
    "timeout-tightened": dangerous("A call that took longer than the new limit is stopped."),
  }),
  idOf: (was, is) => (is > was ? "timeout-loosened" : "timeout-tightened"),
  says: (is, was) =>
    `${is > was ? "may take longer" : "is stopped sooner"}: \`timeoutMs\` was \`${was}\` and is \`${is}\``,
});
