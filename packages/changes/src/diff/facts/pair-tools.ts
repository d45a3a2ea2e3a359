import type { ToolContract } from "@proviso/manifest";
import { compareText } from "@proviso/compiler";
import type { ToolPair } from "./change-rule.ts";
import { type ToolContent, contentOf, likeness, withPermissionsOf } from "./likeness.ts";

/**
 * From this likeness on, two tools of different names count as one that was renamed. In one domain,
 * less is enough: a tool that was also described in other words is still found.
 */
export function isRenamed(before: ToolContract, after: ToolContract, score: number): boolean {
  return score >= (before.domain === after.domain ? 0.3 : 0.45);
}

/**
 * Whether two tools of different names may be one that was renamed, if both had the same permissions: who may call says
 * nothing of what a tool does.
 */
export function isAlike(one: ToolContract, other: ToolContract): boolean {
  const content = cachedContent(one);
  return isRenamed(one, other, likeness(content, withPermissionsOf(cachedContent(other), content)));
}

function scoreOf(one: ToolContract, other: ToolContract): number {
  return likeness(cachedContent(one), cachedContent(other));
}

const contents = new WeakMap<ToolContract, ToolContent>();

function cachedContent(tool: ToolContract): ToolContent {
  const known = contents.get(tool);
  if (known) return known;
  const content = contentOf(tool);
  contents.set(tool, content);
  return content;
}

/** Tools of the same name, then those that are most alike, then the rest, each alone. */
export function pairTools(
  before: readonly ToolContract[],
  after: readonly ToolContract[],
): readonly ToolPair[] {
  const [was, is] = [byName(before), byName(after)];
  const same = [...was.values()].flatMap((tool): readonly ToolPair[] => {
    const now = is.get(tool.name);
    return now ? [{ before: tool, after: now }] : [];
  });
  const removed = [...was.values()].filter(({ name }) => !is.has(name));
  const added = [...is.values()].filter(({ name }) => !was.has(name));
  const renamed = pairAlike(removed, added);
  const paired = new Set(renamed.flatMap((pair) => [pair.before, pair.after]));
  return [
    ...same,
    ...renamed,
    ...removed.filter((tool) => !paired.has(tool)).map((tool) => ({ before: tool, after: undefined })),
    ...added.filter((tool) => !paired.has(tool)).map((tool) => ({ before: undefined, after: tool })),
  ];
}

function byName(tools: readonly ToolContract[]): ReadonlyMap<string, ToolContract> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

interface Candidate {
  readonly before: ToolContract;
  readonly after: ToolContract;
  readonly score: number;
}

/** The most alike pair first; equal scores in the order of the names. */
function pairAlike(removed: readonly ToolContract[], added: readonly ToolContract[]): readonly Candidate[] {
  const candidates = removed
    .flatMap((before) => added.map((after) => ({ before, after, score: scoreOf(before, after) })))
    .filter(({ before, after, score }) => isRenamed(before, after, score))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        compareText(one.before.name, other.before.name) ||
        compareText(one.after.name, other.after.name),
    );
  const taken = new Set<ToolContract>();
  return candidates.filter(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return false;
    taken.add(before).add(after);
    return true;
  });
}
