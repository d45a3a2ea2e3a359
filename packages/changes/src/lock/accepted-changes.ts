import type { SourceText } from "@proviso/compiler";
import type { Change } from "../diff/facts/change.ts";
import { readLock } from "./read-lock.ts";

/** Returns everything that was accepted since a lock was first written; nothing if the lock cannot be read. */
export function acceptedChanges(source: SourceText | undefined): readonly Change[] {
  const lock = source && readLock(source).lock;
  const histories = lock ? [["", lock] as const, ...lock.tools] : [];
  return histories.flatMap(([tool, { history }]) =>
    history.flatMap(({ changes }) =>
      changes.map((change): Change => ({ before: undefined, after: undefined, ...change, tool })),
    ),
  );
}
