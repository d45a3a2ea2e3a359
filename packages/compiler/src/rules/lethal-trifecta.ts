import { callableToolsIn } from "./facts/facts.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";
import { describeTrifecta, findTrifecta, legsOf } from "./facts/trifecta.ts";

export const lethalTrifecta: ProjectRule = projectRule({
  code: "lint/lethal-trifecta",
  severity: "info",
  summary:
    "No set of permissions allows a session to read private data, read untrusted content and send data out, even if a person confirms.",
  check({ contracts }, report) {
    const found = findTrifecta(legsOf(callableToolsIn(contracts)));
    const [sender] = found?.sends ?? [];
    if (found && sender)
      report(
        `${describeTrifecta(found)}; only a person's confirmation prevents a leak`,
        sender.span,
        "give these permissions to different agents",
      );
  },
});
