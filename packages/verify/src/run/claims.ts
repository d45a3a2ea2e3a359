import { clauses } from "../clauses/clauses.ts";
import { effectsDeclared } from "../clauses/effects.ts";
import { needsOracle } from "../clauses/facts.ts";
import type { Claim, ClaimResult, Clause, Tool, Trace, Verdict } from "../model.ts";
import type { TrialParts } from "./trial.ts";

export interface TriedClaim {
  readonly clause: Clause;
  readonly tool: Tool | undefined;
  readonly claim: Claim;
  /** Why nothing can be said of it, known before any call. */
  readonly missing: string | undefined;
  trials: number;
  voids: number;
  lastVoid?: string;
  trace?: Trace;
}

/** Finds all claims: those of the server first, then those of each tool. */
export function findClaims({
  world,
  whyNot,
  isDisposable,
}: Omit<TrialParts, "observer" | "budget" | "called">): readonly TriedClaim[] {
  const pairs = [undefined, ...world.tools].flatMap((tool) => clauses.map((clause) => ({ tool, clause })));
  return pairs.flatMap(({ tool, clause }) => {
    const claim = Boolean(clause.isOfServer) === !tool ? clause.claim(tool, world) : undefined;
    if (!claim) return [];
    const isCalled = clause.actions?.(tool, {}, world).some(({ kind }) => kind === "call") ?? true;
    const harm = tool ? whyNot.get(tool.name) : isDisposable ? undefined : "it may do harm";
    const missing =
      isCalled && harm !== undefined
        ? `a target that may be changed, because ${harm}: --disposable`
        : clause.missing?.(tool, world);
    return [{ clause, tool, claim, missing, trials: 0, voids: 0 }];
  });
}

/** Whether more trials can change the verdict. */
export function isOpen(tried: TriedClaim, trials: number): boolean {
  const { clause, missing, trace } = tried;
  if (missing !== undefined || trace) return false;
  const wanted = clause.isOnce ? 1 : trials;
  return tried.trials < wanted && tried.trials + tried.voids < wanted * 3;
}

/** Whether tools that say what they change were called, and nothing that is watched changed: their data is elsewhere. */
export function isBlind(claims: readonly TriedClaim[]): boolean {
  const tried = claims.filter((each) => each.clause === effectsDeclared && each.trials + each.voids > 0);
  return tried.length > 0 && tried.every(({ trace, trials }) => trials === 0 && !trace);
}

/** `blind`: what survived was not watched. `isCutOff`: the run ended before all was tried. */
export function resultOf(tried: TriedClaim, blind: boolean, isCutOff: boolean): ClaimResult {
  const { clause, tool, claim } = tried;
  const verdict = verdictOf(tried, isCutOff);
  const isUnseen = blind && verdict.kind === "survived" && clause.missing === needsOracle;
  return {
    clause: clause.name,
    ...(tool && { tool: tool.name }),
    claim,
    verdict: isUnseen ? { kind: "unobservable", missing: noChange } : verdict,
  };
}

const noChange =
  "an oracle that watches the data: nothing changed in this run, though tools say what they change";

function verdictOf({ missing, trials, voids, lastVoid, trace }: TriedClaim, isCutOff: boolean): Verdict {
  if (trace) return { kind: "refuted", trials: trials + 1, trace };
  if (missing !== undefined) return { kind: "unobservable", missing };
  if (trials > 0) return { kind: "survived", trials };
  const last = lastVoid === undefined ? "" : `: ${lastVoid}`;
  const none = isCutOff ? "the run ended before one was made" : "none was made";
  const why = voids > 0 ? `of ${voids} none did${last}` : none;
  return { kind: "unobservable", missing: `a call that shows it; ${why}` };
}
