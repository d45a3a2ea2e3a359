import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { knownArgs, prepare, type Recipe } from "../calls/recipe.ts";
import { contractPart, hasOwnKeys } from "../clauses/contract.ts";
import type { Action, Answer, Clause, Step, Tool, Trial, World } from "../model.ts";
import { ServerLost } from "../target/server.ts";
import type { Budget } from "./budget.ts";
import type { Observer } from "./observe.ts";

export class BudgetEnded extends Error {}

export interface TrialParts {
  readonly observer: Observer;
  readonly budget: Budget;
  readonly world: World;
  /** Why tools are not called, by name. */
  readonly whyNot: ReadonlyMap<string, string>;
  readonly isDisposable: boolean;
  /** Calls since the folder was made: `tool arguments`. */
  readonly called: Set<string>;
}

const callName = (tool: string, args: JsonObject): string => `${tool} ${canonicalJson(args)}`;

/** Whether a tool may be called; what is not listed may if the target is disposable. */
export function mayCall(tool: string, parts: Omit<TrialParts, "observer" | "budget" | "called">): boolean {
  const isListed = parts.world.tools.some(({ name }) => name === tool);
  return isListed ? !parts.whyNot.has(tool) : parts.isDisposable;
}

/** Does a trial: first the calls that its arguments come from, then the actions of its clause. `isAgain`: one before it showed nothing. Rejects with `BudgetEnded`. */
export async function runTrial(
  parts: TrialParts,
  clause: Clause,
  tool: Tool | undefined,
  recipe: Recipe | undefined,
  isAgain: boolean,
): Promise<Trial & { readonly args: JsonObject }> {
  const prelude: Step[] = [];
  const steps: Step[] = [];
  const add = async (to: Step[], actions: readonly Action[]): Promise<readonly Step[]> => {
    const made = await doActions(parts, actions);
    to.push(...made);
    return made;
  };
  const isKnown = recipe !== undefined && parts.called.has(callName(recipe.tool, knownArgs(recipe)));
  // Where the arguments are the key, any call may get a stored outcome.
  const key = contractPart(tool, "idempotency")["key"];
  const mayBeStored = clause.isFresh || (Array.isArray(key) && key.length > 0);
  const begin = async (to: Step[], isNew: boolean): Promise<JsonObject> => {
    if (mayBeStored && isNew && parts.world.canKill) await add(to, [{ kind: "renew" }]);
    const make = async (action: Action): Promise<Answer> =>
      (await add(to, [action]))[0]?.answer ?? { kind: "none", ms: 0 };
    return recipe ? await prepare(recipe, make) : {};
  };
  let args = await begin(prelude, isAgain || (isKnown && !hasOwnKeys(tool)));
  const reference = clause.reference?.(tool, args);
  if (reference) {
    await add(prelude, dryRunBefore(tool, [reference]));
    const [made] = await add(steps, [reference]);
    if (made?.answer.kind !== "result") return { prelude, steps, args };
    args = await begin(steps, !hasOwnKeys(tool));
  }
  const plain: readonly Action[] = [{ kind: "call", tool: tool?.name ?? "", arguments: args }];
  const actions = clause.actions?.(tool, args, parts.world) ?? plain;
  await add(reference ? steps : prelude, dryRunBefore(tool, actions));
  await add(steps, actions);
  return { prelude, steps, args };
}

/** The dry run without which the contract has the first call refused; empty if it demands none, or the trial begins with one. */
function dryRunBefore(tool: Tool | undefined, actions: readonly Action[]): readonly Action[] {
  const first = actions.find((action) => action.kind === "call");
  if (first === undefined || first.tool !== tool?.name || first.arguments["dryRun"] === true) return [];
  if (contractPart(tool, "dryRun")["mode"] !== "required") return [];
  return [{ kind: "call", tool: tool.name, arguments: { ...first.arguments, dryRun: true } }];
}

/** The only way in which a tool is called. Throws if it may not be: that is a bug, and nothing is called. */
export async function doActions(parts: TrialParts, actions: readonly Action[]): Promise<readonly Step[]> {
  const calls = actions.filter((action) => action.kind === "call");
  const wrong = calls.find(({ tool }) => !mayCall(tool, parts));
  if (wrong) throw new Error(`\`${wrong.tool}\` may do harm, and the target is not disposable`);
  if (!parts.budget.take(calls.length)) throw new BudgetEnded();
  for (const { tool, arguments: args } of calls) parts.called.add(callName(tool, args));
  if (actions.some(({ kind }) => kind === "renew")) parts.called.clear();
  const steps = await parts.observer.steps(actions, parts.budget.signal).catch((error: unknown) => {
    if (!(error instanceof ServerLost)) throw error;
    parts.budget.end("lost");
    throw new BudgetEnded();
  });
  // Calls that were cut off by the end of the run show nothing.
  if (parts.budget.ended !== undefined) throw new BudgetEnded();
  return steps;
}
