import type { Change } from "@proviso/compiler/diff";
import { readLockFile } from "./read-lock-file.ts";
import { readLock } from "./read-lock.ts";

/** Everything that was accepted since the lock of a project was first written; nothing if it cannot be read. */
export function acceptedChanges(root: string, path: string): readonly Change[] {
  const source = readLockFile(root, path);
  const lock = source && readLock(source).lock;
  const histories = lock ? [["", lock] as const, ...lock.tools] : [];
  return histories.flatMap(([tool, { history }]) =>
    history.flatMap(({ changes }) =>
      changes.map((change): Change => ({ before: undefined, after: undefined, ...change, tool })),
    ),
  );
}
