import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Json, JsonObject } from "@proviso/client";
import { sampleServer } from "../session/connect.ts";
import { viewValue } from "../view/value.ts";
import type { DemoStep } from "./step.ts";

const runAuditProgram = promisify(execFile);

export const auditVerified: DemoStep = {
  title: "The audit trail is whole",
  text: "Each call left an intent before it did anything, and an outcome after. The records are chained by hashes, and the end of the chain is signed: an edit, a reorder, a gap or a cut tail would show.",
  async run({ data, mia, transcript, check }) {
    const report = await readAudit(data);
    const records = Array.isArray(report["records"]) ? (report["records"] as readonly JsonObject[]) : [];
    const outcomes = records.filter((record) => record["kind"] === "outcome");
    const { tools } = mia.client.guard;
    const isRead = (record: JsonObject): boolean =>
      tools.filter({ safety: "read_only" }).get(String(record["tool"])) !== undefined;
    const shown = outcomes.filter((record) => !isRead(record));
    transcript.shown(viewValue(shown.map(trailSummary)));
    transcript.said(
      `These are ${shown.length} of ${records.length} records: the outcomes of calls of tools that do more than read.`,
    );
    check(`${records.length} records, and the chain holds.`, report["ok"] === true && records.length > 0);
    const has = (tool: string, outcome: string): boolean =>
      outcomes.some((record) => record["tool"] === tool && JSON.stringify(record).includes(outcome));
    check("The deletion is in it.", has("customers.delete", "completed"));
    check("What was refused is in it as well.", has("notes.create", "permission_denied"));
  },
};

async function readAudit(data: string): Promise<JsonObject> {
  const [command = "", ...args] = sampleServer("--data", data, "audit", "--json");
  const { stdout } = await runAuditProgram(command, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as JsonObject;
}

function trailSummary(record: JsonObject): JsonObject {
  const pick = (key: string): Json => record[key] ?? "";
  return {
    "#": pick("sequence"),
    who: (record["principal"] as JsonObject | undefined)?.["id"] ?? "nobody",
    tool: pick("tool"),
    outcome: record["failure"] ?? pick("outcome"),
    hash: String(pick("hash")).slice(0, 10),
  };
}
