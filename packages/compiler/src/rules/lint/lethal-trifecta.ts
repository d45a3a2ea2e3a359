import { callableTools } from "../facts/facts.ts";
import type { ProjectRule } from "../facts/rule.ts";
import { describeTrifecta, findTrifecta } from "../facts/trifecta.ts";

export const lethalTrifecta: ProjectRule = {
  code: "lint/lethal-trifecta",
  scope: "project",
  severity: "info",
  summary:
    "No set of permissions reads private data, takes in what strangers wrote and sends data out, not even with a person asked.",
  check({ contracts }, report) {
    const tools = callableTools(contracts);
    const found = findTrifecta({
      reads: tools.filter(({ dataFlow }) => dataFlow.readsPrivate),
      returns: tools.filter(({ dataFlow }) => dataFlow.returnsUntrusted),
      sends: tools.filter(({ dataFlow }) => dataFlow.sendsOut),
    });
    const [sender] = found?.sends ?? [];
    if (found && sender)
      report(
        `${describeTrifecta(found)}; only a person's answer stands between`,
        sender.span,
        "give these permissions to different agents",
      );
  },
};
