import { flowOf, type FlowSource } from "@proviso/manifest";
import { compareText } from "../../report/diagnostic.ts";
import type { ToolFacts } from "./facts.ts";

/** The facts of a tool that may be part of a trifecta. */
export type FlowFacts = FlowSource & Pick<ToolFacts, "name" | "permissions" | "sendsUnasked">;

/** The three capabilities that together let untrusted text carry private data out. */
export interface Legs<Tool extends FlowFacts = FlowFacts> {
  readonly reads: readonly Tool[];
  readonly returns: readonly Tool[];
  readonly sends: readonly Tool[];
}

export interface Trifecta<Tool extends FlowFacts = FlowFacts> extends Legs<Tool> {
  /** A minimal set of permissions that reaches all three capabilities; sorted. */
  readonly permissions: readonly string[];
}

const legNames = ["reads", "returns", "sends"] as const;

/** The capabilities of these tools. What they send out, a person confirms. */
export function legsOf<Tool extends FlowFacts>(tools: readonly Tool[]): Legs<Tool> {
  return {
    reads: tools.filter((tool) => flowOf(tool).readsPrivate),
    returns: tools.filter((tool) => flowOf(tool).returnsUntrusted),
    sends: tools.filter((tool) => flowOf(tool).sendsOut),
  };
}

/** Finds trifectas, with the tools that can send data out without a person's confirmation. */
export function unconfirmedLegsOf<Tool extends FlowFacts>(tools: readonly Tool[]): Legs<Tool> {
  return { ...legsOf(tools), sends: tools.filter(({ sendsUnasked }) => sendsUnasked) };
}

/**
 * A minimal set of permissions whose holder can call a tool of each capability; undefined if there
 * is none. A tool can be called by whoever holds all its permissions. Starts with all permissions
 * and removes each one that is not needed, in time linear in the permissions of all tools.
 */
export function findTrifecta<Tool extends FlowFacts>(legs: Legs<Tool>): Trifecta<Tool> | undefined {
  if (legNames.some((leg) => legs[leg].length === 0)) return undefined;
  const reached = { reads: new Set(legs.reads), returns: new Set(legs.returns), sends: new Set(legs.sends) };
  const needing = toolsByPermission(legs);
  const kept = new Set(needing.keys());
  for (const [permission, tools] of [...needing].toSorted(leastTelling)) {
    const remains = legNames.every((leg) => reached[leg].size > countIn(reached[leg], tools));
    if (!remains) continue;
    kept.delete(permission);
    for (const tool of tools) for (const leg of legNames) reached[leg].delete(tool);
  }
  return {
    permissions: [...kept].toSorted(compareText),
    reads: [...reached.reads],
    returns: [...reached.returns],
    sends: [...reached.sends],
  };
}

/**
 * A minimal set of permissions without which none of these tools can be called; sorted. Undefined if a tool needs none. Takes
 * first what cuts off the most of them for each tool of `held` that is lost: a short way to little loss, not always the least. Of two that
 * lose as much, takes the one that fewer tools of `all` need: to refund, and not to read.
 */
export function cutOff(
  tools: readonly FlowFacts[],
  held: readonly FlowFacts[] = tools,
  all: readonly FlowFacts[] = held,
): readonly string[] | undefined {
  if (tools.some(({ permissions }) => permissions.length === 0)) return undefined;
  const [left, kept, needing] = [new Set(tools), new Set(held), openedBy(held)];
  const known = openedBy(all);
  const uses = (permission: string): number => known.get(permission)?.size ?? 0;
  const candidates = [...openedBy(tools)].toSorted(([a], [b]) => uses(a) - uses(b) || compareText(a, b));
  const taken = new Set<string>();
  while (left.size > 0) {
    const gains = candidates.map(([permission, opened]) => {
      const cut = countIn(left, opened);
      return { permission, cut, worth: cut / Math.max(1, countIn(kept, needing.get(permission) ?? [])) };
    });
    const best = gains.reduce((one, other) =>
      other.worth > one.worth || (other.worth === one.worth && other.cut > one.cut) ? other : one,
    );
    taken.add(best.permission);
    for (const tool of needing.get(best.permission) ?? []) for (const each of [left, kept]) each.delete(tool);
  }
  // What was taken early may have become needless.
  for (const permission of taken)
    if (tools.every((tool) => tool.permissions.some((each) => each !== permission && taken.has(each))))
      taken.delete(permission);
  return [...taken].toSorted(compareText);
}

function toolsByPermission<Tool extends FlowFacts>(legs: Legs<Tool>): Map<string, Set<Tool>> {
  return openedBy(new Set(legNames.flatMap((leg) => legs[leg])));
}

function openedBy<Tool extends FlowFacts>(tools: Iterable<Tool>): Map<string, Set<Tool>> {
  const needing = new Map<string, Set<Tool>>();
  for (const tool of tools)
    for (const permission of tool.permissions)
      needing.set(permission, (needing.get(permission) ?? new Set()).add(tool));
  return needing;
}

/** Removes first permissions whose tools need many others, so that the rest is small. */
function leastTelling(
  [a, ofA]: readonly [string, ReadonlySet<FlowFacts>],
  [b, ofB]: readonly [string, ReadonlySet<FlowFacts>],
): number {
  return fewestTools(ofB) - fewestTools(ofA) || compareText(b, a);
}

function fewestTools(tools: ReadonlySet<FlowFacts>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { permissions } of tools) least = Math.min(least, permissions.length);
  return least;
}

function countIn(leg: ReadonlySet<FlowFacts>, tools: Iterable<FlowFacts>): number {
  let count = 0;
  for (const tool of tools) if (leg.has(tool)) count += 1;
  return count;
}

/** `with … alone, one session can …`: which permissions, and which tools make each leg. */
export function describeTrifecta({ permissions, reads, returns, sends }: Trifecta): string {
  const holder =
    permissions.length === 0 ? "without any permission" : `with ${toolNamesOf(permissions)} alone`;
  const [reading, returning, sending] = [reads, returns, sends].map((tools) =>
    toolNamesOf(tools.map(({ name }) => name)),
  );
  return `${holder}, one session can read private data (${reading}), read untrusted content (${returning}) and send data out (${sending})`;
}

const shownTools = 3;

function toolNamesOf(names: readonly string[]): string {
  const first = names.slice(0, shownTools).map((name) => `\`${name}\``);
  const rest = names.length - first.length;
  return [...first, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
