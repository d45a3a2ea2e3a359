import type { Json } from "@proviso/manifest";
import { callsOf, type Pantry } from "../calls/arguments.ts";
import { learnedValues } from "../calls/learned.ts";
import { schemaChecks } from "../calls/schemas.ts";
import { clauses } from "../clauses/clauses.ts";
import type { Target, Trace, VerifyReport, World } from "../model.ts";
import type { Budget } from "./budget.ts";
import { findClaims, isOpen, resultOf, type TriedClaim } from "./claims.ts";
import { tryGroup, type Group, type GroupParts } from "./group.ts";
import type { Observer } from "./observe.ts";

/** What a run works with. */
export interface VerifyParts {
  readonly target: Target;
  readonly server: VerifyReport["server"];
  readonly observer: Observer;
  readonly budget: Budget;
  readonly world: World;
  /** Why tools are not called, by name. */
  readonly whyNot: ReadonlyMap<string, string>;
  readonly isDisposable: boolean;
  readonly oracles: VerifyReport["oracles"];
  /** Trials of each claim. */
  readonly trials: number;
  readonly seed: number;
  readonly given: ReadonlyMap<string, readonly Json[]>;
  readonly paths: readonly string[];
  /** Options of the command line that a trace depends on. */
  readonly options: Trace["options"];
  readonly startedAt: string;
  progress(text: string): void;
}

/** Trials of a group in one round: all tools have their turn before any has its second. */
const perRound = 3;

/** Tries all claims until each has had its trials, or the budget has ended. */
export async function verify(parts: VerifyParts): Promise<VerifyReport> {
  const { world, budget, trials } = parts;
  const claims = findClaims(clauses, world, parts.whyNot, parts.isDisposable);
  const isStillOpen = (tried: TriedClaim): boolean => isOpen(tried, trials);
  const groups = groupsOf(claims);
  const group = groupParts(parts);
  const pantry: Pantry = { ...parts, learned: group.learned, schemas: schemaChecks() };
  await parts.observer.watchQuietly();
  for (let round = 0; budget.ended === undefined; round++) {
    const all = groups.filter((each) => each.claims.some(isStillOpen));
    const others = all.filter((each) => !each.claims.some(({ clause }) => clause.isLast));
    const open = others.length > 0 ? others : all;
    if (open.length === 0) break;
    for (const [index, each] of open.entries()) {
      const [first] = each.claims;
      if (!first || budget.ended !== undefined) break;
      parts.progress(`${budget.spent} calls; ${first.tool?.name ?? "the server"}: ${first.clause.name}`);
      const seed = parts.seed + round * 1000 + index;
      const recipes =
        first.tool && !first.clause.isOnce ? callsOf(first.tool, { ...pantry, seed }) : undefined;
      if (first.tool && !first.clause.isOnce && !recipes) {
        for (const tried of each.claims) giveUp(tried, trials);
        continue;
      }
      await tryGroup(each, recipes, group, { count: perRound, seed, isOpen: isStillOpen });
    }
  }
  return reportOf(parts, claims);
}

/** No argument can be made for the tool, so no trial would show anything. */
function giveUp(tried: TriedClaim, trials: number): void {
  tried.voids = trials * 3;
  tried.lastVoid = "no arguments fit its input schema; give some with --value";
}

function groupsOf(claims: readonly TriedClaim[]): readonly Group[] {
  const tried = claims.filter(({ missing }) => missing === undefined);
  const groups = Map.groupBy(
    tried,
    ({ clause, tool }) => `${tool?.name ?? ""} ${clause.actions ? clause.name : ""}`,
  );
  return [...groups.values()].map((each) => ({ claims: each }));
}

function groupParts(parts: VerifyParts): GroupParts {
  const listed = new Set(parts.world.tools.map(({ name }) => name));
  return {
    observer: parts.observer,
    budget: parts.budget,
    world: parts.world,
    learned: learnedValues(),
    mayCall: (tool) => (listed.has(tool) ? !parts.whyNot.has(tool) : parts.isDisposable),
    traceOf: ({ clause, tool, claim }, { prelude, steps }, observed) => ({
      format: 1,
      target: parts.target,
      clause: clause.name,
      ...(tool && { tool: tool.name }),
      claim,
      observed,
      options: parts.options,
      prelude,
      steps,
    }),
  };
}

function reportOf(parts: VerifyParts, claims: readonly TriedClaim[]): VerifyReport {
  return {
    format: 1,
    target: parts.target,
    server: parts.server,
    startedAt: parts.startedAt,
    seed: parts.seed,
    isDisposable: parts.isDisposable,
    calls: parts.budget.spent,
    ended: parts.budget.ended ?? "complete",
    oracles: parts.oracles,
    notCalled: [...parts.whyNot].map(([tool, why]) => ({ tool, why })),
    results: claims.map(resultOf),
  };
}
