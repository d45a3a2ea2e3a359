import { callsOf, type Pantry } from "../calls/arguments.ts";
import { learnedValues } from "../calls/learned.ts";
import { schemaChecks } from "../calls/schemas.ts";
import { clauses } from "../clauses/clauses.ts";
import type { Target, Trace, VerifyReport, World } from "../model.ts";
import type { Budget } from "./budget.ts";
import { findClaims, isOpen, resultOf, type TriedClaim } from "./claims.ts";
import { tryGroup, type Group, type GroupParts } from "./group.ts";
import type { Observer } from "./observe.ts";
import { masked } from "../report/masked.ts";
import { mayCallIn } from "./trial.ts";

/** What a run works with. */
export interface VerifyParts extends Pick<Pantry, "given" | "paths" | "seed"> {
  readonly target: Target;
  readonly server: { readonly identity: VerifyReport["server"] };
  readonly observer: Observer;
  readonly budget: Budget;
  readonly world: World;
  /** Why tools are not called, by name. */
  readonly whyNot: ReadonlyMap<string, string>;
  readonly isDisposable: boolean;
  readonly oracles: VerifyReport["oracles"];
  /** Trials of each claim. */
  readonly trials: number;
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
  const group: GroupParts = {
    ...parts,
    learned: learnedValues(),
    mayCall: mayCallIn(parts),
    traceOf: ({ clause, tool, claim }, trial, observed) => ({
      ...{ format: 1, target: parts.target, clause: clause.name, ...(tool && { tool: tool.name }), claim },
      ...{ options: parts.options, ...masked(trial, observed, world) },
    }),
  };
  const pantry: Pantry = { ...parts, learned: group.learned, schemas: schemaChecks() };
  await parts.observer.watchQuietly();
  for (let round = 0; budget.ended === undefined; round++) {
    const all = groups.filter((each) => each.claims.some(isStillOpen));
    const others = all.filter((each) => !each.claims.some(({ clause }) => clause.isLast));
    const open = others.length > 0 ? others : all;
    if (open.length === 0) break;
    for (const [index, each] of open.entries()) {
      const [{ tool, clause } = {}] = each.claims;
      if (!clause || budget.ended !== undefined) break;
      parts.progress(`${budget.spent} calls; ${tool?.name ?? "the server"}: ${clause.name}`);
      const seed = parts.seed + round * 1000 + index;
      const needsArguments = tool && !clause.isOnce;
      const recipes = needsArguments ? callsOf(tool, { ...pantry, seed }) : undefined;
      if (needsArguments && !recipes) for (const tried of each.claims) giveUp(tried, trials);
      else await tryGroup(each, recipes, group, { count: perRound, seed, isOpen: isStillOpen });
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
  const nameOf = ({ clause, tool }: TriedClaim): string =>
    `${tool?.name ?? ""} ${clause.actions ? clause.name : ""}`;
  return [...Map.groupBy(tried, nameOf).values()].map((each) => ({ claims: each }));
}

function reportOf(parts: VerifyParts, claims: readonly TriedClaim[]): VerifyReport {
  const { target, startedAt, seed, isDisposable, budget } = parts;
  return {
    format: 1,
    ...{ target, server: parts.server.identity, startedAt, seed, isDisposable },
    calls: budget.spent,
    ended: budget.ended ?? "complete",
    oracles: parts.oracles.map(({ name, watches }) => ({ name, watches })),
    notCalled: [...parts.whyNot].map(([tool, why]) => ({ tool, why })),
    results: claims.map(resultOf),
  };
}
