import type { Change } from "@proviso/compiler/diff";
import { canonicalJson, type Json, type Manifest } from "@proviso/manifest";
import type { Lock, LockEntry } from "./lock.ts";
import { changesSinceLock } from "./locked-changes.ts";

/**
 * What is looser here than in an earlier lock, and that nobody has accepted since: for CI, where the earlier lock is the one of
 * the branch that is merged into. So a lock that was written anew, or whose blocks somebody edited with their checksums, accepts nothing.
 */
export function unacceptedSince(base: Lock, lock: Lock, here: Manifest): readonly Change[] {
  const { loosened, renamed } = changesSinceLock(base, here);
  const former = new Map([...renamed].map(([was, is]) => [is, was]));
  return loosened.filter(({ tool, path }) => {
    const known = new Set(historyOf(base, former.get(tool) ?? tool).map(asText));
    const since = historyOf(lock, tool).filter((entry) => !known.has(asText(entry)));
    // Of several steps, each has an entry; what they are together may be another change of the same field.
    return !since.some(({ changes }) => changes.some((change) => fieldOf(change.path) === fieldOf(path)));
  });
}

function historyOf(lock: Lock, tool: string): readonly LockEntry[] {
  return tool === "" ? lock.history : (lock.tools.get(tool)?.history ?? []);
}

function asText(entry: LockEntry): string {
  return canonicalJson(entry as unknown as Json);
}

function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? "";
}
