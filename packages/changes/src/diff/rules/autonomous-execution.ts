import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { dangerous, opposites, safe } from "../facts/kinds.ts";

export const autonomousExecution: ClauseRule = fieldRule("autonomousExecution", {
  summary: "Whether an agent may call the tool by itself.",
  kinds: opposites("unchanged", {
    "autonomous-execution-loosened": safe("An agent may call the tool by itself now."),
    "autonomous-execution-tightened": dangerous(
      "An agent may no longer call the tool by itself: a person is asked before each call.",
    ),
  }),
  idOf: (_was, is) => (is ? "autonomous-execution-loosened" : "autonomous-execution-tightened"),
  says: (is, was) =>
    `may ${is ? "" : "no longer "}be called by an agent alone: \`autonomousExecution\` was \`${was}\` and is \`${is}\``,
});
