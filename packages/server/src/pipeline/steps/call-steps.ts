import type { Json, JsonObject } from "@proviso/manifest";
import { faultOf } from "../../api/fault.ts";
import type { ToolContext } from "../../api/handler.ts";
import { ToolFailure } from "../../api/failure.ts";
import type { RunEngineStep, RunStep } from "../../api/steps.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { AuthorizedCall, Halt } from "../call/call.ts";
import { declaredFailure } from "../call/declared-failure.ts";
import { askReader } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { stepRows, type StepRow, type StepRows, type StoredStep } from "./step-rows.ts";

const stepNamePattern = /^[a-z][a-z0-9_]{0,99}$/;
/** Bytes of JSON of a step's input or result. */
const maxStepBytes = 64 * 1024;
const maxSteps = 1000;

/** Ends the handler: no further step of the call runs in this process. */
class StepsHalted extends Error {
  override readonly name = "StepsHalted";
}

/** One step of a call, with its number from 0. */
interface Step {
  readonly number: number;
  readonly name: string;
  readonly input: JsonObject;
  readonly asked: string;
  readonly act: (key: string) => unknown;
}

/** What the steps of one call share. */
interface StepScope {
  readonly call: AuthorizedCall;
  readonly context: ToolContext<unknown, unknown>;
  readonly runtime: Runtime;
  /** Absent for a call without a key. */
  readonly rows: StepRows | undefined;
  readonly workId: string;
}

/**
 * Runs the steps of a handler. The intent of a step is durable before it acts, in the trail and, for a call with a key, in the
 * store. A step that is stored as begun has perhaps acted, so it never acts again.
 */
export function callSteps(
  call: AuthorizedCall,
  context: ToolContext<unknown, unknown>,
  runtime: Runtime,
  engineStep?: RunEngineStep,
): RunStep {
  const { history, work } = call;
  const { valueSeal } = runtime;
  const workId = work?.id ?? fingerprint(call.id).slice(0, workIdLength);
  const scope: StepScope = { call, context, runtime, rows: work && stepRows(work, runtime), workId };
  const names = new Set<string>();
  return async <Result>(name: string, input: object, act: (key: string) => Promise<Result> | Result) => {
    const step = { ...readStep(name, input, names), number: names.size - 1, act };
    if (history.halt) throw halt(scope, history.halt.code, history.halt.message);
    if (!engineStep) return (await run(step, scope)) as Result;
    const seal = async (): Promise<string> => {
      const result = await run(step, scope);
      return valueSeal.seal({ ...(result !== undefined && { result }) }, workId);
    };
    const opened = valueSeal.open(await engineStep(name, seal), workId) as { result: Result } | undefined;
    if (opened) return opened.result;
    throw halt(scope, "outcome_unknown", `The result of step \`${name}\` can no longer be read.`);
  };
}

async function run(step: Step, scope: StepScope): Promise<Json | undefined> {
  const { context, call, workId } = scope;
  const known = await found(step, scope);
  if (known?.row.state === "done") {
    countActed(call, 1);
    return known.row.result;
  }
  if (known?.row.state === "begun") return await lookUp(step, scope);
  if (known && !(await mayRunAgain(step, known.row, scope))) throw failureOf(known.row);
  context.signal.throwIfAborted();
  await begin(step, known?.revision, scope);
  let copied: JsonObject | undefined;
  try {
    copied = boundedCopy({ result: await step.act(`${workId}/${step.name}`) }, maxStepBytes);
    if (!copied) throw new TypeError(`its result is no JSON of at most ${maxStepBytes} bytes`);
  } catch (error) {
    return await failed(step, error, scope);
  }
  return await end(step, copied["result"], scope);
}

/** The stored row of a step. Throws if it is of another step. */
async function found({ number, name, asked }: Step, scope: StepScope): Promise<StoredStep | undefined> {
  const stored = await guarded(scope, async () => scope.rows?.read(number));
  if (!stored || stored.row.asked === asked) return stored;
  const message =
    stored.row.name === name
      ? `Step \`${name}\` was run with another input before: it is not known how to go on.`
      : `Step ${number + 1} was \`${stored.row.name}\` before, and is \`${name}\` now: it is not known how to go on.`;
  throw halt(scope, "outcome_unknown", message);
}

/** Makes the intent durable. Throws if it cannot, or if another process has taken over the call. */
async function begin(step: Step, revision: number | undefined, scope: StepScope): Promise<void> {
  const { call, context, rows, runtime } = scope;
  await guarded(scope, async () => {
    const holds = await Promise.all((call.work?.holds ?? []).map((hold) => hold()));
    if (holds.includes(false)) throw halt(scope, "in_progress", elsewhere);
    await context.audit("step.begun", { step: step.name, input: runtime.valueSeal.blind(step.asked) });
    if (rows && !(await rows.begin(step.number, rowOf(step, { state: "begun" }), revision)))
      throw halt(scope, "in_progress", elsewhere);
    countActed(call, 1);
  });
}

async function end(step: Step, result: Json | undefined, scope: StepScope): Promise<Json | undefined> {
  const { context, rows } = scope;
  const row = rowOf(step, { state: "done", ...(result !== undefined && { result }) });
  await guarded(scope, async () => {
    await rows?.end(step.number, row);
    await context.audit("step.ended", { step: step.name });
  });
  context.progress({ progress: step.number + 1, message: step.name });
  return result;
}

/** A declared failure says that the step has done nothing. After any other error nobody knows. */
async function failed(step: Step, error: unknown, scope: StepScope): Promise<Json | undefined> {
  const { call, context, rows, runtime } = scope;
  const failure = declaredFailure(call, error);
  if (!failure) {
    call.history.fault ??= `step \`${step.name}\` threw ${faultOf(error)}`;
    runtime.onFault(error, call.tool.contract.name);
    return await lookUp(step, scope);
  }
  const { retry: _ofTheContract, ...kept } = failure;
  await guarded(scope, async () => {
    await rows?.end(step.number, rowOf(step, { state: "failed", failure: kept }));
    await context.audit("step.failed", { step: step.name, failure: failure.code });
  });
  countActed(call, -1);
  throw error;
}

/** Whether a failed step may run: it was the last one, and its failure mode permits it. */
async function mayRunAgain({ number }: Step, { failure }: StepRow, scope: StepScope): Promise<boolean> {
  const mode = scope.call.tool.contract.failureModes.find(({ code }) => code === failure?.code);
  if (mode?.retry === "never") return false;
  return (await guarded(scope, async () => scope.rows?.read(number + 1))) === undefined;
}

/** Asks the contract's `reconcile` for the result of a step that may have acted. */
async function lookUp(step: Step, scope: StepScope): Promise<Json | undefined> {
  const { call, runtime, workId } = scope;
  // It counts whether it was begun in this process or before.
  if (!call.history.acted) countActed(call, 1);
  const result = await askReader(call, `${workId}/${step.name}`, runtime);
  if (!result)
    throw halt(
      scope,
      "outcome_unknown",
      `Step \`${step.name}\` began: it is not known whether it took effect.`,
    );
  call.history.reconciled = call.tool.contract.reconcile ?? "";
  return await end(step, result, scope);
}

/** Uses the store and the trail. If they fail, the call can be made again: the step's row says how far it was. */
async function guarded<T>(scope: StepScope, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof StepsHalted) throw error;
    scope.runtime.onFault(error, scope.call.tool.contract.name);
    throw halt(scope, "server_unavailable", "A step could not be recorded: make the call again later.");
  }
}

/** The first reason counts: the handler may catch it. */
function halt({ call }: StepScope, code: Halt["code"], message: string): StepsHalted {
  call.history.halt ??= { code, message };
  return new StepsHalted(call.history.halt.message);
}

function countActed({ history }: AuthorizedCall, by: number): void {
  history.acted = (history.acted ?? 0) + by;
}

/** Characters of the id of a work: a step's key has to fit what payment providers take. */
export const workIdLength = 32;
const elsewhere = "Another process continues the call.";

function readStep(name: string, given: object, names: Set<string>): Omit<Step, "number" | "act"> {
  if (typeof name !== "string" || !stepNamePattern.test(name))
    throw new TypeError(`a step has a name like \`send_mail\`, not ${JSON.stringify(name)}`);
  if (names.has(name)) throw new TypeError(`two steps of a call are named \`${name}\``);
  if (names.size === maxSteps) throw new TypeError(`a call has at most ${maxSteps} steps`);
  const input = boundedCopy(given, maxStepBytes);
  if (!input)
    throw new TypeError(`the input of step \`${name}\` is no JSON object of at most ${maxStepBytes} bytes`);
  names.add(name);
  return { name, input, asked: fingerprint({ name, input }) };
}

function rowOf({ name, asked }: Step, ended: Omit<StepRow, "name" | "asked">): StepRow {
  return { name, asked, ...ended };
}

function failureOf({ failure }: StepRow): ToolFailure {
  return new ToolFailure(failure?.code ?? "", failure?.message, failure?.details);
}

/** In a handler that does not say that all its effects are in steps, and in plans. */
export const noSteps: RunStep = (name) =>
  Promise.reject(new TypeError(`step \`${name}\` needs a handler made with \`inSteps\`, and no plan`));
