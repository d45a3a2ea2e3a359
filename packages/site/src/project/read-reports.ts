import { readHolders } from "./read-holders.ts";
import { readLedger } from "./read-ledger.ts";
import { readTried } from "./read-tried.ts";
import { readUsed } from "./read-used.ts";

/** Files whose facts pages show beside those of contracts. Paths are absolute. */
export interface Reports {
  /** Written by `proviso verify --format json`: how clauses were tried. */
  readonly verified?: string;
  /** Printed by `proviso gateway --ledger --json`: what holds behind the gateway. */
  readonly ledger?: string;
  /** Written by `proviso audit export --format use`: what was called. */
  readonly used?: string;
  /** JSON or YAML with the permissions of people or roles. */
  readonly holders?: string;
}

/** Reads the reports that there are. `known` are the permissions that tools need. Throws an error that says what to do. */
export async function readReports({ verified, ledger, used, holders }: Reports, known: ReadonlySet<string>) {
  return {
    tried: verified === undefined ? {} : await readTried(verified),
    ledger: ledger === undefined ? {} : await readLedger(ledger),
    used: used && (await readUsed(used)),
    holders: holders && (await readHolders(holders, known)),
  };
}
