import { type Change, diffManifests } from "@proviso/compiler/diff";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { lockedManifest, removedTools } from "./locked-manifest.ts";
import type { Lock } from "./lock.ts";

/** What changed since a lock was written. */
export interface LockedChanges {
  /** What somebody has to accept. */
  readonly loosened: readonly Change[];
  /** From the former name of a tool to its name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A tool that is new is compared with those that were removed before, too: two steps must not do what one may not. */
export function changesSinceLock(lock: Lock, here: Manifest): LockedChanges {
  const before = lockedManifest(lock);
  const changes = diffManifests(before, here);
  const added = here.tools.filter(({ name }) => changes.some(isAbout(name, additions)));
  const gone = before.tools.filter(({ name }) => changes.some(isAbout(name, removals)));
  const back = diffManifests({ ...before, tools: removedTools(lock) }, { ...here, tools: added }).filter(
    ({ tool }) => added.some(({ name }) => name === tool),
  );
  const renamed = [...changes, ...back].flatMap(({ id, before: was, tool }) =>
    id === "tool-renamed" && typeof was === "string" ? [[was, tool] as const] : [],
  );
  const all = [...changes, ...back, ...disguisedChanges(before, here, gone, added)];
  return { loosened: all.filter(({ safety }) => safety === "loosened"), renamed: new Map(renamed) };
}

const additions: ReadonlySet<string> = new Set(["tool-added", "forbidden-tool-added"]);
const removals: ReadonlySet<string> = new Set(["tool-removed", "forbidden-tool-removed"]);

function isAbout(name: string, ids: ReadonlySet<string>): (change: Change) => boolean {
  return ({ id, tool }) => tool === name && ids.has(id);
}

/**
 * A tool that takes the place of one that goes at the same time, with the same arguments, may be that tool with other words and
 * another name. It is compared with it, so that rewriting the words is no way around the lock either.
 */
function disguisedChanges(
  before: Manifest,
  here: Manifest,
  gone: readonly ToolContract[],
  added: readonly ToolContract[],
): readonly Change[] {
  return added.flatMap((after) =>
    gone
      .filter((each) => hasSameArguments(each, after))
      .flatMap((former) => {
        const { name, domain } = after;
        const was = { ...before, tools: [{ ...former, name, domain }] };
        const changes = diffManifests(was, { ...here, tools: [after] }).filter(({ tool }) => tool === name);
        const beside = `; \`${former.name}\`, which had the same arguments, is gone`;
        return changes.map((change) => ({ ...change, message: change.message + beside }));
      }),
  );
}

function hasSameArguments(one: ToolContract, other: ToolContract): boolean {
  const [first, second] = [argumentsOf(one), argumentsOf(other)];
  return first.length > 0 && first.join(" ") === second.join(" ");
}

function argumentsOf({ inputSchema: { properties } }: ToolContract): readonly string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties).toSorted() : [];
}
