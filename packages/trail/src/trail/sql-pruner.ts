import type { Kysely } from "kysely";
import type { Tables } from "@proviso/server/storage";
import { prunedEvent, type PrunedMark } from "./pruned-mark.ts";
import type { Pruner } from "./pruner.ts";

/** A transaction for each segment, so that a server which writes meanwhile never waits long. */
export function sqlPruner(database: Kysely<Tables>, close: () => Promise<void>): Pruner {
  return {
    async prune(chains, keepAnchors) {
      for (const { marks, after } of chains) {
        let from = keepAnchors ? after : 0;
        for (const mark of marks) {
          await database.transaction().execute((transaction) => pruneSegment(transaction, from, mark));
          if (keepAnchors) from = mark.sequence;
        }
      }
    },
    close,
  };
}

async function pruneSegment(transaction: Kysely<Tables>, after: number, mark: PrunedMark): Promise<void> {
  const { writer, sequence, hash } = mark;
  await transaction
    .deleteFrom("proviso_audit")
    .where("writer", "=", writer)
    .where("sequence", ">", after)
    .where("sequence", "<", sequence)
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable("proviso_audit")
    .set({ record: JSON.stringify(prunedEvent(mark)) })
    .where("writer", "=", writer)
    .where("sequence", "=", sequence)
    .where("hash", "=", hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n)
    throw new Error(`the trail has changed meanwhile: it has no record ${sequence} with the hash ${hash}`);
}
