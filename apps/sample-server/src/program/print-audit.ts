import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { printed } from "@proviso/terminal";
import { type AuditRecord, readEvent, readSqliteAudit, verifyAudit } from "@proviso/trail";

/** Verifies the audit trail of a data folder and prints it. Returns the exit code: 1 if the chain is broken. */
export async function printAudit(dataFolder: string, json: boolean): Promise<number> {
  const file = join(dataFolder, "proviso.sqlite");
  if (!existsSync(file)) {
    console.error(
      `backoffice-server: there is no audit trail in \`${dataFolder}\`; name the folder with --data`,
    );
    return 2;
  }
  const trail = await readSqliteAudit(file);
  const trailVerdict = await verifyAudit(trail, {
    keys: [await readFile(join(dataFolder, "audit.pub"), "utf8")],
  });
  const records: AuditRecord[] = [];
  for await (const event of trail.events())
    records.push(...[readEvent(event)].filter((record) => record !== undefined));
  await trail.close();
  if (json) {
    const { ok } = trailVerdict;
    print(
      JSON.stringify(
        {
          ok,
          ...(trailVerdict.ok ? {} : { problem: trailVerdict.problem, message: trailVerdict.message }),
          records,
        },
        null,
        2,
      ),
    );
  } else {
    for (const record of records) print(printLine(record));
    print(
      trailVerdict.ok
        ? `${trailVerdict.records} records, the chain is whole and its head signed`
        : `BROKEN: ${trailVerdict.message}`,
    );
  }
  return trailVerdict.ok ? 0 : 1;
}

function printLine({ time, kind, principal, tool, outcome, failure }: AuditRecord): string {
  const result = kind !== "outcome" ? "…" : [outcome, failure].filter(Boolean).join(" ");
  // An unknown tool may have any name; as JSON it cannot control the terminal.
  const name = JSON.stringify(tool).slice(1, -1).padEnd(32);
  return [time, kind.padEnd(8), (principal?.id ?? "").padEnd(10), name, result].join("  ");
}

function print(text: string): void {
  console.log(printed(text));
}
