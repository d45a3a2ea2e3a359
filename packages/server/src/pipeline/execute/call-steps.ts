import { isStepOf, type Json, type JsonObject, stepGroups, type ToolContract } from "@proviso/manifest";
import { faultOf } from "../../api/fault.ts";
import { OutcomeUnknown } from "../../api/failure.ts";
import type { ToolContext } from "../../api/handler.ts";
import type { RunEngineStep, RunStep } from "../../api/steps.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { AuthorizedCall, Work } from "../call/call.ts";
import { askReader } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type StepRow, workRows } from "../runtime/work-rows.ts";
import { declaredFailure } from "./run-handler.ts";
import { stepInEngine } from "./through-engine.ts";

const stepNamePattern = /^[a-z][a-z0-9_]{0,99}$/;
/** Bytes of JSON of a step's input or result. */
const maxStepBytes = 64 * 1024;
const maxSteps = 1000;

interface Step {
  /** From 0. */
  readonly number: number;
  readonly name: string;
  readonly asked: string;
  readonly act: (key: string) => unknown;
  /** Whether the step before it has a row. Rows have no gaps: whoever undoes the steps reads up to the first that is missing. */
  readonly former: Promise<boolean>;
  /** Says that this one has a row. */
  readonly placed: (isPlaced: true) => void;
}

/** The steps of one run of a handler. */
interface CallSteps {
  readonly step: RunStep;
  /** Resolves when no step goes on any more. None begins after its call. */
  end(): Promise<void>;
}

/**
 * Runs the steps of a handler. The intent of a step is durable before it acts, in the trail and, for a call with a key, in the
 * store. A step that is stored without an end has perhaps acted, so it never acts again.
 */
function stepRunner(
  call: AuthorizedCall,
  context: ToolContext<unknown, unknown>,
  runtime: Runtime,
): (step: Step) => Promise<Json | undefined> {
  const { history, work } = call;
  const rows = work && workRows(work, runtime);
  const id = work?.id ?? call.id;
  /** Ends the call, also if the handler catches it. */
  const stop = (message: string): Error => new OutcomeUnknown((history.doubt ??= message));

  async function run(step: Step): Promise<Json | undefined> {
    const row = (await rows?.read(step.number)) as StepRow | undefined;
    if (row) step.placed(true);
    if (!row || row.failed) return await begin(step, row !== undefined);
    if (row.asked !== step.asked) throw stop(changed(step, row));
    history.acted = (history.acted ?? 0) + 1;
    return row.ended ? row.result : await lookUp(step);
  }

  async function begin(step: Step, hasFailed: boolean): Promise<Json | undefined> {
    const { asked, name, number } = step;
    context.signal.throwIfAborted();
    if (call.tool.contract.compensate && (await rows?.read("undo"))) throw stop("The call was cancelled.");
    if (!(await isHeld(work))) throw stop(elsewhere);
    const intent = { step: name, key: `${id}/${name}`, input: runtime.valueSeal.blind(asked) };
    await context.audit("step.begun", intent);
    if (!(await step.former)) throw new Error("the step before it could not begin");
    const place = hasFailed ? rows?.restart : rows?.insert;
    if (place && !(await place(number, { asked, name }))) throw stop(elsewhere);
    step.placed(true);
    history.acted = (history.acted ?? 0) + 1;
    const { copied, doubt, error, failure } = await runAct(step, id, call, runtime);
    if (copied) return await end(step, copied["result"]);
    if (failure === undefined) return await lookUp(step, doubt);
    await rows?.put(number, { asked, name, failed: true });
    history.acted -= 1;
    await context.audit("step.ended", { step: name, failure });
    throw error;
  }

  async function end({ asked, name, number }: Step, result: Json | undefined): Promise<Json | undefined> {
    try {
      await rows?.put(number, { asked, name, ended: true, ...(result !== undefined && { result }) });
      await context.audit("step.ended", { step: name });
    } catch {
      throw stop(`Step \`${name}\` took effect, and its result could not be stored.`);
    }
    (history.done ??= []).push(name);
    context.progress({ progress: number + 1, message: name });
    return result;
  }

  async function lookUp(
    step: Step,
    doubt = `Step \`${step.name}\` began: it is not known whether it took effect.`,
  ): Promise<Json | undefined> {
    const found = await askReader(call, `${id}/${step.name}`, runtime);
    if (!found) throw stop(doubt);
    history.reconciled = found.reader;
    return await end(step, found.output);
  }

  return run;
}

/** Why a step does not go on with what is stored in its place. */
function changed({ name, number }: Step, { asked, name: former }: Partial<StepRow>): string {
  const place = `Step ${number + 1}, \`${name}\`,`;
  if (asked === undefined) return `${place} began, and its record can no longer be read.`;
  return former === name
    ? `${place} has another input than when it began: the handler goes on if it is as it was.`
    : `${place} was \`${former}\` when it began: the handler goes on if it is as it was.`;
}

/** Takes steps through an engine, which may have the result of one. */
function throughSteps(
  run: (step: Step) => Promise<Json | undefined>,
  inEngine: RunEngineStep,
  { history, id, work }: AuthorizedCall,
  { valueSeal }: Runtime,
): (step: Step) => Promise<unknown> {
  return async (step) => {
    const opened = await stepInEngine(inEngine, `${work?.id ?? id}/${step.asked}`, step, valueSeal, run);
    if (!opened)
      throw new OutcomeUnknown(
        (history.doubt ??= `Step \`${step.name}\` has another input than when it began, or its result cannot be read.`),
      );
    step.placed(true);
    return opened.result;
  };
}

/** What a handler takes its steps with. */
export function callSteps(
  call: AuthorizedCall,
  context: ToolContext<unknown, unknown>,
  runtime: Runtime,
  inEngine?: RunEngineStep,
): CallSteps {
  const run = stepRunner(call, context, runtime);
  const take = inEngine ? throughSteps(run, inEngine, call, runtime) : run;
  const readStep = stepReader(call.tool.contract);
  const open = new Set<Promise<unknown>>();
  let hasEnded = false;
  let lastPlaced = Promise.resolve(true);
  return {
    async step<Result>(name: string, input: object, act: (key: string) => Promise<Result> | Result) {
      if (hasEnded)
        throw new TypeError(`step \`${name}\` begins after its handler has ended: await each step`);
      if (call.history.doubt !== undefined) throw new OutcomeUnknown(call.history.doubt);
      const place = Promise.withResolvers<boolean>();
      const taken = take({ name, act, ...readStep(name, input), former: lastPlaced, placed: place.resolve });
      lastPlaced = place.promise;
      open.add(taken);
      try {
        return (await taken) as Result;
      } finally {
        open.delete(taken);
        // It has no row if it has not said so.
        place.resolve(false);
      }
    },
    async end() {
      hasEnded = true;
      await Promise.allSettled(open);
    },
  };
}

/** What the handler's own code of a step did: its result, or the code of a declared failure, which says that it has done nothing. */
async function runAct(
  { act, name }: Step,
  id: string,
  call: AuthorizedCall,
  { onFault }: Runtime,
): Promise<{
  readonly copied?: JsonObject;
  readonly doubt?: string;
  readonly error?: unknown;
  readonly failure?: string;
}> {
  try {
    const copied = boundedCopy({ result: await act(`${id}/${name}`) }, maxStepBytes);
    if (copied) return { copied };
    const problem = `the result of step \`${name}\` is no JSON of at most ${maxStepBytes} bytes`;
    call.history.fault ??= problem;
    onFault(new TypeError(problem), call.tool.contract.name);
    return { doubt: `Step \`${name}\` took effect, and its result could not be stored.` };
  } catch (error) {
    const failure = declaredFailure(call, error);
    if (failure) return { error, failure: failure.code };
    call.history.fault ??= `step \`${name}\` threw ${faultOf(error)}`;
    onFault(error, call.tool.contract.name);
    return {};
  }
}

/** Renews the keys of a call. False if another process holds one. */
export async function isHeld(work?: Work): Promise<boolean> {
  for (const hold of work?.holds ?? []) if (!(await hold())) return false;
  return true;
}

/** Said by a process that has lost its call: the other one may have ended it. */
export const elsewhere = "Another process has taken over the call: make it again for its outcome.";

/**
 * Reads the steps of a call one after the other: what stands for each, and its number. Throws for one that no handler may take, that the
 * contract does not name, or that it names before the last one.
 */
function stepReader({
  name: tool,
  steps,
}: ToolContract): (name: string, given: object) => Pick<Step, "asked" | "number"> {
  const names = new Set<string>();
  const groups = steps && stepGroups(steps);
  let last = 0;
  return (name, given) => {
    if (!stepNamePattern.test(name))
      throw new TypeError(`a step has a name like \`send_mail\`, not ${JSON.stringify(name)}`);
    if (names.has(name))
      throw new TypeError(`step \`${name}\` is taken twice in a call: give each a name of its own`);
    if (names.size === maxSteps) throw new TypeError(`a call has at most ${maxSteps} steps`);
    const input = boundedCopy(given, maxStepBytes);
    if (!input)
      throw new TypeError(`the input of step \`${name}\` is no JSON object of at most ${maxStepBytes} bytes`);
    const at = groups?.findIndex((group) => group.some((each) => isStepOf(each.name, name))) ?? 0;
    if (at < last)
      throw new TypeError(
        `step \`${name}\` does not fit the contract of \`${tool}\`, whose steps are, in this order: ${steps?.map((each) => each.name).join(", ")}`,
      );
    last = at;
    names.add(name);
    return { asked: fingerprint({ name, input }), number: names.size - 1 };
  };
}
