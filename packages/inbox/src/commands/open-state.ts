import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { DurableState } from "@proviso/server";
import { sqliteState, terminalWriter } from "@proviso/trail";
import { UsageError } from "@proviso/terminal";
import { openApprovals } from "../inbox/open-approvals.ts";

export type OpenDesk = ReturnType<typeof openApprovals>;

/** Each machine has its own key, which no other machine can continue a chain with. */
const writerOfMachine = `${terminalWriter}-${hostname()}`;

/** Opens the state of a server, lets it be used and closes it. */
export async function withApprovals<Result>(
  stateSource: string,
  keysFolder: string | undefined,
  use: (desk: OpenDesk, state: DurableState) => Promise<Result>,
): Promise<Result> {
  const state = await openState(stateSource, keysFolder);
  try {
    return await use(openApprovals(state), state);
  } finally {
    try {
      await state.audit.close();
    } finally {
      await state.store.close();
    }
  }
}

async function openState(stateSource: string, keysFolder: string | undefined): Promise<DurableState> {
  if (/^postgres(ql)?:\/\//.test(stateSource)) return openPostgres(stateSource, keysFolder);
  if (keysFolder !== undefined)
    throw new UsageError("`--keys` goes with a postgresql:// URL; a folder holds its keys itself");
  requireFiles(stateSource, ["proviso.sqlite", "state.key", "audit.key"]);
  return sqliteState(stateSource, { writer: terminalWriter });
}

async function openPostgres(stateSource: string, keysFolder: string | undefined): Promise<DurableState> {
  if (keysFolder === undefined)
    throw new UsageError("a database needs `--keys FOLDER`, the folder with the server's keys");
  requireFiles(keysFolder, ["state.key", "audit.key"]);
  const { postgresState } = await import("@proviso/trail/postgres").catch(() => {
    throw new UsageError("a state in PostgreSQL needs the package `pg`: install it beside @proviso/inbox");
  });
  return postgresState(stateSource, keysFolder, { writer: writerOfMachine });
}

/** The functions of the server would make them. */
function requireFiles(folder: string, names: readonly string[]): void {
  const missing = names.find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined)
    throw new UsageError(
      `there is no ${missing} in ${folder}: name the folder that the server gives to \`sqliteState\` or \`postgresState\``,
    );
}
