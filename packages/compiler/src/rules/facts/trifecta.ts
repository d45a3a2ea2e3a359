import { compareText } from "../../report/diagnostic.ts";
import type { ToolFacts } from "./facts.ts";

/** The three capabilities that together let untrusted text carry private data out. */
export interface Legs {
  readonly reads: readonly ToolFacts[];
  readonly returns: readonly ToolFacts[];
  readonly sends: readonly ToolFacts[];
}

export interface Trifecta extends Legs {
  /** A minimal set of permissions that reaches all three capabilities; sorted. */
  readonly permissions: readonly string[];
}

const legNames = ["reads", "returns", "sends"] as const;

/**
 * A minimal set of permissions whose holder can call a tool of each capability; undefined if there is none. A tool can be
 * called by whoever holds all its permissions. Starts with all permissions and removes each one that is not needed, in time
 * linear in the permissions of all tools.
 */
export function findTrifecta(legs: Legs): Trifecta | undefined {
  if (legNames.some((leg) => legs[leg].length === 0)) return undefined;
  const reached = { reads: new Set(legs.reads), returns: new Set(legs.returns), sends: new Set(legs.sends) };
  const needing = toolsByPermission(legs);
  const kept = new Set(needing.keys());
  for (const [permission, tools] of [...needing].toSorted(leastTelling)) {
    const remains = legNames.every((leg) => reached[leg].size > countInDomain(reached[leg], tools));
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

function toolsByPermission(legs: Legs): Map<string, Set<ToolFacts>> {
  const needing = new Map<string, Set<ToolFacts>>();
  for (const tool of new Set(legNames.flatMap((leg) => legs[leg])))
    for (const permission of tool.permissions)
      needing.set(permission, (needing.get(permission) ?? new Set()).add(tool));
  return needing;
}

/** Removes first the permissions whose tools need many other permissions, so that the remaining set is small. */
function leastTelling(
  [a, ofA]: readonly [string, ReadonlySet<ToolFacts>],
  [b, ofB]: readonly [string, ReadonlySet<ToolFacts>],
): number {
  return fewestTools(ofB) - fewestTools(ofA) || compareText(b, a);
}

function fewestTools(tools: ReadonlySet<ToolFacts>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { permissions } of tools) least = Math.min(least, permissions.length);
  return least;
}

function countInDomain(leg: ReadonlySet<ToolFacts>, tools: ReadonlySet<ToolFacts>): number {
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
