import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@proviso/client";
import { type AuditRecord, readEvent, readSqliteAudit, verifyAudit } from "@proviso/trail";
import { viewValue } from "../view/value.ts";
import type { DemoStep } from "./step.ts";

export const auditVerified: DemoStep = {
  title: "The audit trail is whole",
  text: "Each call left an intent before it did anything, and an outcome after. The records are chained by hashes, and the end of the chain is signed: an edit, a reorder, a gap or a cut tail would show.",
  async run({ data, mia, transcript, check }) {
    const { ok, records } = await readAudit(data);
    const outcomes = records.filter(({ kind }) => kind === "outcome");
    const { tools } = mia.client.guard;
    const reads = tools.filter({ safety: "read_only" });
    const shown = outcomes.filter(({ tool }) => reads.get(tool) === undefined);
    transcript.shown(viewValue(shown.map(trailSummary)));
    transcript.said(
      `These are ${shown.length} of ${records.length} records: the outcomes of calls of tools that do more than read.`,
    );
    check(`${records.length} records, and the chain holds.`, ok && records.length > 0);
    const has = (tool: string, outcome: string): boolean =>
      outcomes.some((record) => record.tool === tool && [record.outcome, record.failure].includes(outcome));
    check("The deletion is in it.", has("customers.delete", "completed"));
    check("What was refused is in it as well.", has("notes.create", "permission_denied"));
  },
};

export async function readAudit(
  data: string,
): Promise<{ readonly ok: boolean; readonly records: readonly AuditRecord[] }> {
  const trail = await readSqliteAudit(join(data, "proviso.sqlite"));
  const { ok } = await verifyAudit(trail, { keys: [await readFile(join(data, "audit.pub"), "utf8")] });
  const records: AuditRecord[] = [];
  for await (const event of trail.events()) records.push(...[readEvent(event) ?? []].flat());
  await trail.close();
  return { ok, records };
}

function trailSummary({ sequence, principal, tool, failure, outcome, hash }: AuditRecord): JsonObject {
  return {
    "#": sequence,
    who: principal?.id ?? "nobody",
    tool,
    outcome: failure ?? outcome ?? "",
    hash: hash.slice(0, 10),
  };
}
