import type { DurableState } from "@proviso/server";
import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { type AnswerTime, postgresStore } from "@proviso/server/postgres";
import type { TellOperator } from "@proviso/server/storage";
import type { Restored } from "../trail/restored.ts";
import { postgresAudit } from "../trail/postgres-audit.ts";
import { keysIn } from "./keys-in.ts";

export interface PostgresStateOptions extends AnswerTime {
  /** The audit chain to continue. Defaults to "main". Give each process of several its own. */
  readonly writer?: string;
  /**
   * Where the newest head of the trail is kept, in a folder of this machine that can be written.
   * Defaults to `audit.head.json` beside the keys; name another one if those are mounted read-only.
   */
  readonly headFile?: string;
  /** States that an older database was restored on purpose; the reason is recorded. Ignored if nothing is missing. */
  readonly restored?: Restored;
  /** Maximum number of connections of the store; the trail has one more. Defaults to 10. */
  readonly connections?: number;
  /** Gets a line when the database fails, and when it works again. Defaults to stderr. */
  readonly onOutage?: TellOperator;
}

/**
 * Store and audit trail in a PostgreSQL database, and the keys in a folder of this machine: `state.key`, `audit.key`, `audit.pub`
 * and the newest head of the trail. Keys are made on first use; copy `state.key` to every machine. Rejects if the database cannot
 * be used, or others could read or replace the keys.
 */
export async function postgresState(
  connectionString: string,
  keysFolder: string,
  options: PostgresStateOptions = {},
): Promise<DurableState> {
  const { stateKeys, signing } = keysIn(keysFolder);
  const { onOutage, connections, answerWithinMs, headFile = join(keysFolder, "audit.head.json") } = options;
  mustBeWritable(dirname(headFile));
  const audit = await postgresAudit({ connectionString, signing, ...options, headFile });
  try {
    const store = await postgresStore({
      connectionString,
      ...(onOutage && { onOutage }),
      ...(connections !== undefined && { connections }),
      ...(answerWithinMs !== undefined && { answerWithinMs }),
    });
    return { store, audit, stateKeys };
  } catch (error) {
    await audit.close();
    throw error;
  }
}

/** Otherwise the first call would take effect, and its outcome could not be put on record. */
function mustBeWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(
      `${folder} cannot be written; the newest head of the audit trail is kept there: give \`headFile\` elsewhere`,
      {
        cause: error,
      },
    );
  }
}
