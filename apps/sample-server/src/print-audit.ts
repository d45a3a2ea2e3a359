import { existsSync } from "node:fs";
import { readSqliteAudit, verifyAudit } from "@proviso/server";
import { auditFile } from "./open-backoffice.ts";

interface Line {
  readonly time?: string;
  readonly kind?: string;
  readonly principal?: { readonly id: string };
  readonly tool?: string;
  readonly outcome?: string;
  readonly failure?: string;
}

/** Verifies the audit trail of a data folder and prints it. Returns the exit code: 1 where the chain is broken. */
export async function printAudit(dataFolder: string, json: boolean): Promise<number> {
  const file = auditFile(dataFolder);
  if (!existsSync(file)) {
    console.error(
      `backoffice-server: there is no audit trail in \`${dataFolder}\`; name the folder with --data`,
    );
    return 2;
  }
  const records = await readSqliteAudit(file);
  const verdict = verifyAudit(records);
  if (json) {
    const { ok } = verdict;
    console.log(
      JSON.stringify(
        { ok, ...(verdict.ok ? {} : { problem: verdict.problem, message: verdict.message }), records },
        null,
        2,
      ),
    );
  } else {
    for (const record of records as readonly Line[]) console.log(printLine(record));
    console.log(verdict.ok ? `${verdict.records} records, the chain is whole` : `BROKEN: ${verdict.message}`);
  }
  return verdict.ok ? 0 : 1;
}

function printLine({ time, kind, principal, tool, outcome, failure }: Line): string {
  const result = kind === "intent" ? "…" : [outcome, failure].filter(Boolean).join(" ");
  return [time, kind?.padEnd(7), principal?.id.padEnd(10), tool?.padEnd(32), result].join("  ");
}
