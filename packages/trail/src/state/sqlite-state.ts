import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { type DurableState, type Clock, sqliteStore } from "@proviso/server";
import type { TellOperator } from "@proviso/server/storage";
import { moveHeads, outsideHeadFile, trailIdFile } from "../trail/outside-head.ts";
import type { Restored } from "../trail/restored.ts";
import { sqliteAudit } from "../trail/sqlite-audit.ts";
import { keyFile } from "./key-file.ts";
import { keysIn } from "./keys-in.ts";
import { checkOwnFile, ownFolder } from "./own-folder.ts";

export interface SqliteStateOptions {
  /** The audit chain to continue. Defaults to "main". */
  readonly writer?: string;
  /**
   * Where the newest head of the trail is kept. Defaults to a file in the folder for the state of programs (`$XDG_STATE_HOME` or
   * `~/.local/state`), so that a backup of `folder` that is put back is noticed; beside the database if that cannot be written.
   */
  readonly headFile?: string;
  /** States that an older folder was restored on purpose; the reason is recorded. Ignored if nothing is missing. */
  readonly restored?: Restored;
  readonly clock?: Clock;
  /** Gets a line when the database fails, and when it works again. Defaults to stderr. */
  readonly onOutage?: TellOperator;
}

export const databaseFile = "proviso.sqlite";

/**
 * Store, audit trail and keys in one folder: `proviso.sqlite`, `state.key`, `audit.key`, `audit.pub` and `trail.id`. All are
 * made on first use, for their owner alone. Throws if others could read or replace them.
 */
export function sqliteState(folder: string, options: SqliteStateOptions = {}): DurableState {
  const { writer, clock, onOutage, restored } = options;
  ownFolder(folder);
  const file = join(folder, databaseFile);
  if (existsSync(file)) requireKeys(folder, file);
  const { stateKeys, signing } = keysIn(folder);
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(file, "a", 0o600));
  checkOwnFile(folder, databaseFile);
  keyFile(folder, trailIdFile);
  const { headFile = outsideHeadFile(file) } = options;
  if (options.headFile === undefined) moveHeads(file, headFile);
  const audit = sqliteAudit({
    file,
    signing,
    headFile,
    ...(restored && { restored }),
    ...(writer !== undefined && { writer }),
    ...(onOutage && { onOutage }),
  });
  const store = sqliteStore({ file, ...(clock && { clock }), ...(onOutage && { onOutage }) });
  return { store, audit, stateKeys };
}

/** A new key could not read what the missing one sealed, and calls might run again. */
function requireKeys(folder: string, database: string): void {
  for (const name of ["state.key", "audit.key"])
    if (!existsSync(join(folder, name)))
      throw new Error(
        `${join(folder, name)} is missing, and ${database} needs it: put a copy of the key back, or begin with an empty folder`,
      );
}
