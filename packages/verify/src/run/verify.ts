import { callsOf, type Pantry } from "../calls/arguments.ts";
import { learnedValues } from "../calls/learned.ts";
import type { VerifyReport } from "../model.ts";
import { findClaims, isBlind, isOpen, resultOf, type TriedClaim } from "./claims.ts";
import { tryGroup, type RunParts } from "./group.ts";

export interface VerifyParts extends Omit<RunParts, "learned">, Pick<Pantry, "given" | "paths" | "seed"> {
  readonly server: { readonly identity: VerifyReport["server"] };
  readonly oracles: VerifyReport["oracles"];
  readonly trials: number;
  progress(text: string): void;
}

/** Trials of a group in one round: all tools have their turn before any has its second. */
const perRound = 3;

const groupOf = ({ tool, clause }: TriedClaim): string => `${tool?.name} ${clause.actions && clause.name}`;

/** Tries all claims until each has had its trials, or the budget has ended. */
export async function verify(parts: VerifyParts): Promise<VerifyReport> {
  const { budget, trials } = parts;
  const claims = findClaims(parts);
  const isStillOpen = (tried: TriedClaim): boolean => isOpen(tried, trials);
  const tried = claims.filter(({ missing }) => missing === undefined);
  const groups = [...Map.groupBy(tried, groupOf).values()];
  const [learned, startedAt] = [learnedValues(), new Date().toISOString()];
  await parts.observer.happenAnyway();
  for (let round = 0; budget.ended === undefined; round++) {
    const all = groups.filter((each) => each.some(isStillOpen));
    const others = all.filter((each) => !each.some(({ clause }) => clause.isLast));
    const open = others.length > 0 ? others : all;
    if (open.length === 0) break;
    for (const [index, each] of open.entries()) {
      const [{ tool, clause } = {}] = each;
      if (!clause || budget.ended !== undefined) break;
      parts.progress(`${budget.spent} calls; ${tool?.name ?? "the server"}: ${clause.name}`);
      const seed = parts.seed + round * 1000 + index;
      const needsArguments = tool && !clause.isOnce;
      const recipes = needsArguments ? callsOf(tool, { ...parts, learned, seed }) : undefined;
      // Without arguments, no trial would show anything.
      const lastVoid = "no arguments fit its input schema; give some with --value";
      if (needsArguments && !recipes)
        each.forEach((one) => Object.assign(one, { voids: trials * 3, lastVoid }));
      else
        await tryGroup(each, recipes, { ...parts, learned }, { count: perRound, seed, isOpen: isStillOpen });
    }
  }
  const { target, seed, isDisposable, server, oracles, whyNot } = parts;
  const blind = isBlind(claims);
  const facts = { target, server: server.identity, startedAt, seed, isDisposable, calls: budget.spent };
  return {
    format: 1,
    ...facts,
    ended: budget.ended ?? "complete",
    oracles: oracles.map(({ name, watches }) => ({ name, watches })),
    notCalled: [...whyNot].map(([tool, why]) => ({ tool, why })),
    results: claims.map((each) => resultOf(each, blind, budget.ended !== undefined)),
  };
}
