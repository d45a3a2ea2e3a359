import { diffManifests } from "../diff/diff-manifests.ts";
import type { Change } from "../diff/facts/change.ts";
import { isAlike } from "../diff/facts/pair-tools.ts";
import type { Manifest, ToolContract } from "@proviso/manifest";

interface Since {
  /** The tools in the lock. */
  readonly before: Manifest;
  /** Those that the lock has as removed. */
  readonly removed: readonly ToolContract[];
  readonly here: Manifest;
  /** Those of the lock that are removed now. */
  readonly gone: readonly ToolContract[];
  readonly renamed: ReadonlyMap<string, string>;
}

/** What became of the former tool. */
type LookAlikeState = "stays" | "goes" | "gone";

/**
 * A tool may do what another one did, under looser rules: it takes the place of a tool that goes, or stands beside one that stays.
 * So a tool that is new, or became like another one, is compared with every tool that it is like, and a tool that goes with every
 * tool here.
 */
export function lookAlikeChanges(since: Since): readonly Change[] {
  const { before, removed, here, gone, renamed } = since;
  const formers = [...before.tools, ...removed];
  const formerNames = new Map([...renamed].map(([was, is]) => [is, was]));
  const locked = new Map(before.tools.map((tool) => [tool.name, tool]));
  return here.tools.flatMap((after) => {
    const was = locked.get(formerNames.get(after.name) ?? after.name);
    return (was?.hash === after.hash ? gone : formers)
      .filter(({ name }) => name !== after.name && renamed.get(name) !== after.name)
      .flatMap((former) => {
        const state = gone.includes(former) ? "goes" : removed.includes(former) ? "gone" : "stays";
        const isNews =
          isLike(former, after, state, !was) &&
          !(was && state !== "goes" && isLike(former, was, state, false));
        return isNews ? changesFrom(former, after, state, !was, since) : [];
      });
  });
}

/** Words can be rewritten. Where the former tool is gone, the names of the arguments are enough. */
function isLike(former: ToolContract, after: ToolContract, state: LookAlikeState, isNew: boolean): boolean {
  if (isAlike(former, after)) return true;
  if (state === "stays") return false;
  const [fewerArguments, moreArguments] = [argumentsOf(former), argumentsOf(after)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (!fewerArguments || !moreArguments || !fewerArguments.every((name) => moreArguments.includes(name)))
    return false;
  const isOneDomain = former.domain === after.domain;
  if (state === "goes" && isNew)
    return fewerArguments.length > 0 || moreArguments.length === 0 || isOneDomain;
  return fewerArguments.length === moreArguments.length && (fewerArguments.length > 0 || isOneDomain);
}

function argumentsOf({ inputSchema: { properties } }: ToolContract): readonly string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function changesFrom(
  former: ToolContract,
  after: ToolContract,
  state: LookAlikeState,
  isNew: boolean,
  { before, here }: Since,
): readonly Change[] {
  const { name, domain } = after;
  const changes = diffManifests(
    { ...before, tools: [{ ...former, name, domain }] },
    { ...here, tools: [after] },
  ).filter(({ tool }) => tool === name);
  const counted =
    isNew && state !== "stays" ? changes : changes.filter((change) => protects(change, former, after));
  const end = state === "stays" ? "" : " and is removed";
  const beside = `; compared with \`${former.name}\`, which is like it${end}`;
  return counted.map((change) => ({ ...change, message: change.message + beside }));
}

/** What decides who may call and who is asked. Of two tools that stand side by side, the rest may differ. */
const protecting: ReadonlySet<string> = new Set<keyof ToolContract>([
  "riskLevel",
  "autonomousExecution",
  "confirmation",
  "stepUpAuth",
  "permissions",
  "requirements",
  "sideEffects",
  "hints",
  "dataFlow",
  "refinements",
]);

function protects({ path }: Change, former: ToolContract, after: ToolContract): boolean {
  const field = /^[^.[]*/.exec(path)?.[0] ?? "";
  // Each domain has permissions of its own.
  const isOther = former.domain !== after.domain && former.permissions.length <= after.permissions.length;
  return protecting.has(field) && !(field === "permissions" && isOther);
}
