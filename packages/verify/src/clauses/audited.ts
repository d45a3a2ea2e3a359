import type { Clause } from "../model.ts";
import { contractField, isVoid, refuted, survived, wasDone } from "./facts.ts";

export const audited: Clause = {
  name: "audited",
  summary: "A call that completes writes the audit record of its contract.",
  claim(tool) {
    const event = contractField(tool, "auditEvent");
    return typeof event === "string"
      ? { text: `each call writes a record \`${event}\``, source: "contract" }
      : undefined;
  },
  missing: (_tool, { oracles }) => (oracles.includes("audit") ? undefined : "the audit trail: --audit FILE"),
  judge(tool, steps) {
    const done = steps.filter(wasDone);
    const event = String(contractField(tool, "auditEvent"));
    const records = steps.flatMap(({ changes }) =>
      changes.filter(({ oracle, what }) => oracle === "audit" && what.startsWith(`${event} `)),
    );
    if (done.length === 0) return isVoid;
    return records.length < done.length
      ? refuted(`a call completed without a record \`${event}\``)
      : survived;
  },
};
