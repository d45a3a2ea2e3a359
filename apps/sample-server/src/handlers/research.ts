import type { Finding } from "@backoffice/schemas/research";
import type { ResearchHandlers } from "@backoffice/server";
import { firstLead, follow, type Lead } from "../business/investigation.ts";
import type { Ports } from "../ports/ports.ts";
import { rowById } from "../database/rows.ts";

/** The handlers of `research`. */
export const research: ResearchHandlers<Ports> = {
  async investigateAccount({ customerId, question, maximumSteps = 8 }, { fail, ports, progress, signal }) {
    if (!(await rowById(ports.database, "customers", customerId))) throw fail.customerNotFound();
    const findings: Finding[] = [];
    const steps: string[] = [];
    const open: Lead[] = [firstLead(question)];
    const seen = new Set<Lead["source"]>();
    for (let lead = open.shift(); lead && steps.length < maximumSteps; lead = open.shift()) {
      if (seen.has(lead.source)) continue;
      signal.throwIfAborted();
      seen.add(lead.source);
      steps.push(`Read ${lead.source}: ${lead.why}`);
      progress({ progress: steps.length, total: maximumSteps, message: steps.at(-1) ?? "" });
      const discovery = await follow(ports.database, customerId, lead);
      findings.push(...discovery.findings);
      open.push(...discovery.leads);
    }
    const { length } = findings;
    return {
      summary:
        length === 0
          ? "Nothing stands out."
          : findings
              .map((finding) => finding.title)
              .join(". ")
              .slice(0, 2000),
      findings: findings.slice(0, 20),
      steps,
      confidence: length === 0 ? "low" : open.length > 0 ? "medium" : "high",
    };
  },
};
