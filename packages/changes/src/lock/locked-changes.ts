import { diffManifests } from "../diff/diff-manifests.ts";
import type { Change } from "../diff/facts/change.ts";
import type { Manifest } from "@proviso/manifest";
import { lockedManifest, removedTools } from "./locked-manifest.ts";
import type { Lock } from "./lock.ts";
import { lookAlikeChanges } from "./look-alikes.ts";

/** What changed since a lock was written. */
export interface LockedChanges {
  /** What somebody has to accept. */
  readonly loosened: readonly Change[];
  /** From the former name of a tool to its name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Compares a new tool with removed ones too: two steps must not do what one may not. */
export function changesSinceLock(lock: Lock, here: Manifest): LockedChanges {
  const before = lockedManifest(lock);
  const removed = removedTools(lock);
  const changes = diffManifests(before, here);
  const added = here.tools.filter(({ name }) => changes.some(isAbout(name, additions)));
  const gone = before.tools.filter(({ name }) => changes.some(isAbout(name, removals)));
  const back = diffManifests({ ...before, tools: removed }, { ...here, tools: added }).filter(({ tool }) =>
    added.some(({ name }) => name === tool),
  );
  const renamed = new Map(
    [...changes, ...back].flatMap(({ id, before: was, tool }) =>
      id === "tool-renamed" && typeof was === "string" ? [[was, tool] as const] : [],
    ),
  );
  const loosened = [
    ...changes,
    ...back,
    ...lookAlikeChanges({ before, removed, here, gone, renamed }).filter(
      // Accepted when the two tools were compared for the first time.
      ({ tool, fingerprint }) => !isAccepted(lock, tool, fingerprint),
    ),
  ].filter(({ safety }) => safety === "loosened");
  const unique = new Map(loosened.toReversed().map((change) => [change.fingerprint, change]));
  return { loosened: loosened.filter((change) => unique.get(change.fingerprint) === change), renamed };
}

const additions: ReadonlySet<string> = new Set(["tool-added", "forbidden-tool-added"]);
const removals: ReadonlySet<string> = new Set(["tool-removed", "forbidden-tool-removed"]);

function isAbout(name: string, ids: ReadonlySet<string>): (change: Change) => boolean {
  return ({ id, tool }) => tool === name && ids.has(id);
}

function isAccepted({ tools }: Lock, tool: string, fingerprint: string): boolean {
  const history = tools.get(tool)?.history ?? [];
  return history.some(({ changes }) => changes.some((change) => change.fingerprint === fingerprint));
}
