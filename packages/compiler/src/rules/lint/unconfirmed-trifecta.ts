import { callableTools } from "../facts/facts.ts";
import type { ProjectRule } from "../facts/rule.ts";
import { describeTrifecta, findTrifecta } from "../facts/trifecta.ts";

export const unconfirmedTrifecta: ProjectRule = {
  code: "lint/unconfirmed-trifecta",
  scope: "project",
  severity: "warning",
  summary:
    "No set of permissions reads private data, takes in what strangers wrote and sends data out with nobody asked.",
  check({ contracts }, report) {
    const tools = callableTools(contracts);
    const found = findTrifecta({
      reads: tools.filter(({ dataFlow }) => dataFlow.readsPrivate),
      returns: tools.filter(({ dataFlow }) => dataFlow.returnsUntrusted),
      sends: tools.filter(({ sendsUnasked }) => sendsUnasked),
    });
    const [sender] = found?.sends ?? [];
    if (found && sender)
      report(
        `${describeTrifecta(found)}, and nobody is asked`,
        sender.span,
        "say what the call sends as a side effect, which a person then confirms, or limit the address to your own",
      );
  },
};
