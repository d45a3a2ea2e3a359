import { type Change, diffManifests } from "@proviso/compiler/diff";
import type { Manifest } from "@proviso/manifest";
import { lockedManifest, removedTools } from "./locked-manifest.ts";
import type { Lock } from "./lock.ts";

/** What changed since a lock was written. */
export interface LockedChanges {
  readonly changes: readonly Change[];
  /** What somebody has to accept. */
  readonly loosened: readonly Change[];
  /** From the former name of a tool to its name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A tool that is new is compared with those that were removed before, too: two steps must not do what one may not. */
export function changesSinceLock(lock: Lock, here: Manifest): LockedChanges {
  const before = lockedManifest(lock);
  const changes = diffManifests(before, here);
  const added = new Set(changes.filter(({ id }) => additions.has(id)).map(({ tool }) => tool));
  const back = diffManifests(
    { ...before, tools: removedTools(lock) },
    { ...here, tools: here.tools.filter(({ name }) => added.has(name)) },
  ).filter(({ tool }) => added.has(tool));
  const all = [...changes, ...back.filter(({ safety }) => safety === "loosened")];
  const renamed = [...changes, ...back].flatMap(({ id, before: was, tool }) =>
    id === "tool-renamed" && typeof was === "string" ? [[was, tool] as const] : [],
  );
  return {
    changes: all,
    loosened: all.filter(({ safety }) => safety === "loosened"),
    renamed: new Map(renamed),
  };
}

const additions: ReadonlySet<string> = new Set(["tool-added", "forbidden-tool-added"]);
