import type { OpenOracle, Oracle, OracleSettings } from "../model.ts";
import { audit } from "./audit.ts";
import { command } from "./command.ts";
import { files } from "./files.ts";
import { http } from "./http.ts";
import { mail } from "./mail.ts";
import { postgres } from "./postgres.ts";
import { processes } from "./processes.ts";
import { sqlite } from "./sqlite.ts";

const oracles: readonly Oracle[] = [files, sqlite, postgres, http, mail, processes, command, audit];

/** Opens the oracles that options ask for. Throws a `UsageError` after it has closed those that were open. */
export async function openOracles(settings: OracleSettings): Promise<readonly OpenOracle[]> {
  const open: OpenOracle[] = [];
  try {
    for (const oracle of oracles) open.push(...[await oracle(settings)].filter((each) => each !== undefined));
    return open;
  } catch (error) {
    await Promise.all(open.map((each) => each.close?.()));
    throw error;
  }
}
