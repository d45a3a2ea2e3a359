import { type ToolRule, toolRule } from "./facts/rule.ts";

export const peopleContradictsLevel: ToolRule = toolRule({
  code: "risk/people-contradicts-level",
  summary: "Only a forbidden tool, with `stepUpAuth: always`, has `people: allowed`.",
  check({ tool, written }, report) {
    if (!written.people) return;
    if (tool.riskLevel !== "forbidden")
      report(
        `people may call a ${tool.riskLevel} tool anyway, so \`people\` has no effect`,
        written.people.span,
        "leave it out, or write `riskLevel: forbidden`",
      );
    else if (tool.stepUpAuth.kind !== "always")
      report(
        "people call a forbidden tool only after they have signed in again, and `stepUpAuth` does not say so",
        written.people.span,
        "write `stepUpAuth: always`, or a map with `always: true` and `maxAge`",
      );
  },
});
