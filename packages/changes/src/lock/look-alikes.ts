import { diffManifests } from "../diff/diff-manifests.ts";
import type { Change } from "../diff/facts/change.ts";
import { isAlike } from "../diff/facts/pair-tools.ts";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { contractFields } from "@proviso/manifest/fields";

interface Since {
  /** The product with the tools in the lock. */
  readonly before: Manifest;
  /** The tools that the lock has as removed. */
  readonly removed: readonly ToolContract[];
  readonly here: Manifest;
  /** The tools of the lock that are removed now. */
  readonly gone: readonly ToolContract[];
  readonly renamed: ReadonlyMap<string, string>;
}

/** What became of the former tool: it stays, is removed by this change, or was removed before. */
type Fate = "stays" | "goes" | "gone";

/**
 * A tool may do what another one did, under looser rules: it takes the place of a tool that goes,
 * or stands beside one that stays. So a tool that is new, or became like another one, is compared
 * with every tool that it is like, and a tool that goes with every tool here.
 */
export function lookAlikeChanges({ before, removed, here, gone, renamed }: Since): readonly Change[] {
  const formerNames = new Map([...renamed].map(([was, is]) => [is, was]));
  const locked = new Map(before.tools.map((tool) => [tool.name, tool]));
  return here.tools.flatMap((after) => {
    const was = locked.get(formerNames.get(after.name) ?? after.name);
    const formers = was?.hash === after.hash ? gone : [...before.tools, ...removed];
    return formers.flatMap((former) => {
      if (former.name === after.name || renamed.get(former.name) === after.name) return [];
      const fate = gone.includes(former) ? "goes" : removed.includes(former) ? "gone" : "stays";
      const wasLike = was !== undefined && fate !== "goes" && isLike(former, was, fate);
      if (wasLike || !isLike(former, after, fate, !was)) return [];
      const changes = changesFrom(former, after, { before, here, fate });
      return !was && fate !== "stays" ? changes : changes.filter((each) => protects(each, former, after));
    });
  });
}

/**
 * Words can be rewritten, so where the former tool is gone, equal arguments are enough. A new tool
 * may have more or fewer arguments. Having none tells nothing, unless the domain is the same.
 */
function isLike(former: ToolContract, after: ToolContract, fate: Fate, isNew = false): boolean {
  if (isAlike(former, after)) return true;
  if (fate === "stays") return false;
  const [fewer = [], more = []] = [former, after].map(argumentsOf).toSorted((a, b) => a.length - b.length);
  const takesPlace = fate === "goes" && isNew;
  if (!fewer.every((name) => more.includes(name)) || (!takesPlace && fewer.length < more.length))
    return false;
  return fewer.length > 0 || former.domain === after.domain || (takesPlace && more.length === 0);
}

function argumentsOf({ inputSchema: { properties } }: ToolContract): readonly string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function changesFrom(
  former: ToolContract,
  after: ToolContract,
  { before, here, fate }: Pick<Since, "before" | "here"> & { readonly fate: Fate },
): readonly Change[] {
  const { name, domain } = after;
  const beside = `; compared with \`${former.name}\`, which is like it${fate === "stays" ? "" : " and is removed"}`;
  return diffManifests({ ...before, tools: [{ ...former, name, domain }] }, { ...here, tools: [after] })
    .filter(({ tool }) => tool === name)
    .map((change) => ({ ...change, message: change.message + beside }));
}

/** What decides who may call and who is asked. The rest of two such tools may differ. */
const protecting: ReadonlySet<string> = new Set(
  contractFields.flatMap(({ name, protects: isGuard }) => (isGuard ? [name] : [])),
);

function protects({ path }: Change, former: ToolContract, after: ToolContract): boolean {
  const field = /^[^.[]*/.exec(path)?.[0] ?? "";
  // Each domain has permissions of its own.
  const isOther = former.domain !== after.domain && former.permissions.length <= after.permissions.length;
  return protecting.has(field) && !(field === "permissions" && isOther);
}
