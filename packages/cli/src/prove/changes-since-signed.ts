import { type Change, diffManifests } from "@proviso/changes";
import { lockFileOf, readLock } from "@proviso/changes/lock";
import { lockedManifest } from "@proviso/changes/stored";
import type { Manifest } from "@proviso/manifest";
import type { ProjectPlace } from "../disk/find-project.ts";
import { commitThatWrote } from "../operands/git.ts";
import { readLockOfRevision } from "../operands/read-lock-of-revision.ts";

/**
 * What changed in a tool's contract since somebody signed the one with this hash. Undefined if Git cannot say it: outside of a
 * repository, in a clone without the commit of the signature, or where an older lock cannot be read.
 */
export async function changesSinceSigned(
  place: ProjectPlace,
  { name, hash, here }: { readonly name: string; readonly hash: string; readonly here: Manifest },
): Promise<readonly Change[] | undefined> {
  const after = here.tools.filter((tool) => tool.name === name);
  try {
    const commit = await commitThatWrote(
      place.root,
      lockFileOf(place.configFile),
      `signed: {"hash":"${hash}"`,
    );
    const source = commit === undefined ? undefined : await readLockOfRevision(place, commit);
    const lock = source && readLock(source).lock;
    const before = lock && lockedManifest(lock).tools.filter((tool) => tool.hash === hash);
    // Of one tool only: what belongs to the product is equal on both sides.
    return before?.length === 1
      ? diffManifests({ ...here, tools: before }, { ...here, tools: after })
      : undefined;
  } catch {
    return undefined;
  }
}
