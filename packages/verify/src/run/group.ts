import * as fc from "fast-check";
import type { Recipe } from "../calls/recipe.ts";
import type { Learned } from "../calls/learned.ts";
import type { Step, Target, Trace, Trial } from "../model.ts";
import { replayedText, wasHidden, wasReplayed } from "../clauses/facts.ts";
import { masked } from "../report/masked.ts";
import type { TriedClaim } from "./claims.ts";
import { BudgetEnded, runTrial, type TrialParts } from "./trial.ts";

export interface RunParts extends TrialParts {
  readonly target: Target;
  /** Options of the command line that a trace depends on. */
  readonly options: Trace["options"];
  readonly learned: Learned;
}

class Refuted extends Error {}

/** Tries open claims about one tool. The first that is refuted is shrunk: its trace has fewer and simpler arguments. */
export async function tryGroup(
  claims: readonly TriedClaim[],
  recipes: fc.Arbitrary<Recipe> | undefined,
  parts: RunParts,
  settings: { readonly count: number; readonly seed: number; isOpen(tried: TriedClaim): boolean },
): Promise<void> {
  let broken: TriedClaim | undefined;
  const attempt = async (recipe: Recipe | undefined): Promise<void> => {
    const open = broken ? [broken] : claims.filter(settings.isOpen);
    const [first] = open;
    if (!first || parts.budget.ended !== undefined) return;
    const trial = await runTrial(parts, first.clause, first.tool, recipe, first.voids > 0).catch(
      ignoring(BudgetEnded),
    );
    if (!trial) return;
    if (recipe) noteSteps(parts.learned, recipe, trial);
    const refuted = await judgeAll(open, trial, parts);
    if (!refuted) return;
    broken = refuted;
    throw new Refuted();
  };
  if (recipes === undefined) return attempt(undefined).catch(ignoring(Refuted));
  const { count: numRuns, seed } = settings;
  const { errorInstance } = await fc.check(fc.asyncProperty(recipes, attempt), { numRuns, seed });
  if (errorInstance instanceof Error) ignoring(Refuted)(errorInstance);
}

const ignoring = (kind: typeof BudgetEnded | typeof Refuted) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
  return undefined;
};

/** Judges a trial by each claim. Returns the first that it refutes, with its trace noted. */
async function judgeAll(claims: readonly TriedClaim[], trial: Trial, parts: RunParts) {
  for (const tried of claims) {
    const judgement = tried.clause.judge(tried.tool, trial.steps, parts.world);
    if (judgement.kind === "survived") tried.trials++;
    else if (judgement.kind === "void") {
      tried.voids++;
      tried.lastVoid = judgement.why ?? whyVoid(trial.steps);
    } else if (await isCause(trial, parts)) {
      const { clause, tool, claim } = tried;
      const { target, options, world } = parts;
      const subject = { clause: clause.name, ...(tool && { tool: tool.name }), claim };
      tried.trace = { format: 1, target, ...subject, options, ...masked(trial, judgement.observed, world) };
      return tried;
    } else tried.voids++;
  }
  return undefined;
}

/** False if what changed also changes without a call: then the trial shows nothing. */
async function isCause({ steps }: Trial, { observer }: RunParts): Promise<boolean> {
  const changes = steps.flatMap((step) => step.changes);
  return changes.length === 0 || !(await observer.happenAnyway(changes));
}

/** Why steps show nothing. Never a text of an answer, which may be private. */
function whyVoid(steps: readonly Step[]): string {
  if (steps.some(wasHidden)) return "it was sent over https, of which the host alone is seen: see --base-url";
  const calls = steps.filter(({ action }) => action.kind === "call");
  const failed = calls.find(({ answer }) => answer.kind !== "result")?.answer;
  if (failed?.kind === "none") return "no answer came";
  if (failed) return failed.code ?? "the call failed without a code";
  if (calls.some(wasReplayed)) return replayedText;
  return "the call completed, and showed nothing of this";
}

function noteSteps(learned: Learned, recipe: Recipe, trial: Awaited<ReturnType<typeof runTrial>>): void {
  const done = trial.steps.find(
    ({ action: { kind, ...call }, answer }) =>
      kind === "call" && "tool" in call && call.tool === recipe.tool && !call.as && answer.kind === "result",
  );
  if (done) learned.note(recipe, trial.args, done.answer);
}
