import { callableToolsIn } from "./facts/facts.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";
import { describeTrifecta, findTrifecta, unconfirmedLegsOf } from "./facts/trifecta.ts";

export const unconfirmedTrifecta: ProjectRule = projectRule({
  code: "lint/unconfirmed-trifecta",
  severity: "warning",
  summary:
    "No set of permissions allows a session to read private data, read untrusted content and send data out unconfirmed.",
  check({ contracts }, report) {
    const found = findTrifecta(unconfirmedLegsOf(callableToolsIn(contracts)));
    const [sender] = found?.sends ?? [];
    if (found && sender)
      report(
        `${describeTrifecta(found)}, and no person confirms it`,
        sender.span,
        "declare what the call sends as a side effect, which a person then confirms, or take only addresses of your own",
      );
  },
});
