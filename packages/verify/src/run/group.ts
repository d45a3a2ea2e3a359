import { fc } from "../calls/fast-check.ts";
import type { Recipe } from "../calls/recipe.ts";
import type { Learned } from "../calls/learned.ts";
import type { Change, Trace, Trial, World } from "../model.ts";
import { masked } from "../report/masked.ts";
import type { TriedClaim } from "./claims.ts";
import { BudgetEnded, runTrial, type TrialParts } from "./trial.ts";

/** Claims about one tool that the same actions try: those that watch a plain call together, any other alone. */
export interface Group {
  readonly claims: readonly TriedClaim[];
}

export interface GroupParts extends TrialParts {
  readonly learned: Learned;
  /** Makes a trace of a trial that refutes a claim. */
  traceOf(tried: TriedClaim, trial: Trial, observed: string): Trace;
}

class Refuted extends Error {}

/**
 * Tries the open claims of a group `count` times. The first that is refuted is shrunk: fast-check makes the trial again with fewer
 * and simpler arguments, and the last that refutes the same claim is its trace.
 */
export async function tryGroup(
  group: Group,
  recipes: fc.Arbitrary<Recipe> | undefined,
  parts: GroupParts,
  settings: { readonly count: number; readonly seed: number; isOpen(tried: TriedClaim): boolean },
): Promise<void> {
  let broken: TriedClaim | undefined;
  const attempt = async (recipe: Recipe | undefined): Promise<void> => {
    const open = group.claims.filter(settings.isOpen);
    const [first] = broken ? [broken] : open;
    if (!first || parts.budget.ended !== undefined) return;
    const trial = await runTrial(parts, first.clause, first.tool, recipe);
    if (recipe) noteSteps(parts.learned, recipe, trial);
    const refuted = await judgeAll(broken ? [broken] : open, trial, parts);
    if (!refuted) return;
    broken = refuted;
    throw new Refuted();
  };
  const guarded = async (recipe: Recipe | undefined): Promise<void> => {
    try {
      await attempt(recipe);
    } catch (error) {
      if (!(error instanceof BudgetEnded)) throw error;
    }
  };
  if (recipes === undefined) return guarded(undefined).catch(ignoreRefuted);
  const property = fc.asyncProperty(recipes, guarded);
  const { numShrinks: _, errorInstance } = await fc.check(property, {
    numRuns: settings.count,
    seed: settings.seed,
  });
  if (errorInstance instanceof Error) ignoreRefuted(errorInstance);
}

function ignoreRefuted(error: unknown): void {
  if (!(error instanceof Refuted)) throw error;
}

/** Judges a trial by each claim. Returns the first that it refutes, with its trace noted. */
async function judgeAll(
  claims: readonly TriedClaim[],
  trial: Trial,
  parts: GroupParts,
): Promise<TriedClaim | undefined> {
  for (const tried of claims) {
    const judgement = tried.clause.judge(tried.tool, trial.steps, parts.world);
    if (judgement.kind === "survived") tried.trials++;
    else if (judgement.kind === "void") noteVoid(tried, trial, parts.world);
    else if (await isCause(trial, parts)) {
      tried.trace = parts.traceOf(tried, trial, judgement.observed);
      return tried;
    } else tried.voids++;
  }
  return undefined;
}

/** False if what changed also changes without a call: then the trial shows nothing. */
async function isCause({ steps }: Trial, { observer }: GroupParts): Promise<boolean> {
  const changes: readonly Change[] = steps.flatMap((step) => step.changes);
  return changes.length === 0 || !(await observer.happenAnyway(changes));
}

function noteVoid(tried: TriedClaim, trial: Trial, world: World): void {
  tried.voids++;
  const answer = masked(trial, "", world).steps.at(-1)?.answer;
  if (answer) tried.lastVoid = answer.code ?? answer.text?.slice(0, 200) ?? answer.kind;
}

/** What calls brought up, those that were made first too. */
function noteSteps(learned: Learned, recipe: Recipe, trial: Awaited<ReturnType<typeof runTrial>>): void {
  const done = trial.steps.find(
    ({ action: { kind, ...call }, answer }) =>
      kind === "call" && "tool" in call && call.tool === recipe.tool && !call.as && answer.kind === "result",
  );
  if (done) learned.note(recipe, trial.args, done.answer);
}
