import { diffManifests } from "../diff/diff-manifests.ts";
import type { Change } from "../diff/facts/change.ts";
import { canonicalJson, type Json, type Manifest } from "@proviso/manifest";
import { changesSinceLock } from "./locked-changes.ts";
import { lockedManifest, removedTools } from "./locked-manifest.ts";
import type { AcceptedChange, Lock } from "./lock.ts";
import { entriesSince } from "./entries-since.ts";

/**
 * Finds what is looser here than in an earlier lock and was not accepted since. In CI the earlier lock is that of the branch
 * that is merged into, so a lock that was written anew or edited with its checksums accepts nothing.
 */
export function unacceptedSince(base: Lock, lock: Lock, here: Manifest): readonly Change[] {
  const { loosened, renamed } = changesSinceLock(base, here);
  const former = new Map([...renamed].map(([was, is]) => [is, was]));
  const all = [...loosened, ...loosenedWhileRemoved(base, lock)];
  return all.filter((change) => {
    const since = entriesSince(base, lock, change.tool, former.get(change.tool));
    return !isCovered(
      change,
      since.flatMap(({ changes }) => changes),
    );
  });
}

/** A removed tool stays in the lock as it was, so that one that comes back is compared with it. */
function loosenedWhileRemoved(base: Lock, lock: Lock): readonly Change[] {
  const was = [...lockedManifest(base).tools, ...removedTools(base)];
  const is = removedTools(lock);
  return is.flatMap((after) => {
    const tools = was.filter(({ name }) => name === after.name);
    const changes = diffManifests(
      { ...lockedManifest(base), tools },
      { ...lockedManifest(base), tools: [after] },
    );
    return tools.length === 0 ? [] : changes.filter(({ safety }) => safety === "loosened");
  });
}

/** Entries accept a change at once or in steps: each begins with the value where the last ends. */
function isCovered({ path, before, after }: Change, accepted: readonly AcceptedChange[]): boolean {
  const steps = accepted.filter((each) => each.path === path);
  let value = textOf(before);
  let isAccepted = false;
  for (const step of steps) {
    if (textOf(step.before) !== value) continue;
    value = textOf(step.after);
    isAccepted = true;
  }
  return isAccepted && value === textOf(after);
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}
