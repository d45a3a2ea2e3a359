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
import { stepRows, type StepRow, type StoredStep } from "./step-rows.ts";

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

/** A row's content without what identifies the step. */
type StepEnd = Omit<StepRow, "name" | "asked">;

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
  const rows = work && stepRows(work, runtime);
  const names = new Set<string>();
  const workId = work?.id ?? fingerprint(call.id).slice(0, workIdLength);

  const halt = (code: Halt["code"], message: string): StepsHalted => {
    history.halt ??= { code, message };
    return new StepsHalted(history.halt.message);
  };

  async function run(step: Step): Promise<Json | undefined> {
    const known = await found(step);
    if (known?.row.state === "done") return finished(known.row);
    if (known?.row.state === "failed" && !(await mayRunAgain(step, known.row))) throw failureOf(known.row);
    if (known?.row.state === "begun") return await lookUp(step);
    context.signal.throwIfAborted();
    await begin(step, known?.revision);
    let copied: JsonObject | undefined;
    try {
      copied = boundedCopy({ result: await step.act(`${workId}/${step.name}`) }, maxStepBytes);
      if (!copied) throw new TypeError(`its result is no JSON of at most ${maxStepBytes} bytes`);
    } catch (error) {
      return await failed(step, error);
    }
    return await end(step, copied["result"]);
  }

  /** The stored row of a step, if it is of this step. */
  async function found({ number, name, asked }: Step): Promise<StoredStep | undefined> {
    const stored = await guarded(async () => rows?.read(number));
    if (!stored || stored.row.asked === asked) return stored;
    const message =
      stored.row.name === name
        ? `Step \`${name}\` was run with another input before: it is not known how to go on.`
        : `Step ${number + 1} was \`${stored.row.name}\` before, and is \`${name}\` now: it is not known how to go on.`;
    throw halt("outcome_unknown", message);
  }

  /** Makes the intent durable. Throws if it cannot, or if another process has taken over the call. */
  async function begin(step: Step, revision: number | undefined): Promise<void> {
    await guarded(async () => {
      const holds = await Promise.all((work?.holds ?? []).map((hold) => hold()));
      if (holds.includes(false)) throw halt("in_progress", elsewhere);
      await context.audit("step.begun", { step: step.name, input: valueSeal.blind(step.asked) });
      if (rows && !(await rows.begin(step.number, rowOf(step, { state: "begun" }), revision)))
        throw halt("in_progress", elsewhere);
      history.acted = (history.acted ?? 0) + 1;
    });
  }

  async function end(step: Step, result: Json | undefined): Promise<Json | undefined> {
    const row = rowOf(step, { state: "done", ...(result !== undefined && { result }) });
    await guarded(async () => {
      await rows?.end(step.number, row);
      await context.audit("step.ended", { step: step.name });
    });
    context.progress({ progress: step.number + 1, message: step.name });
    return result;
  }

  /** A declared failure says that the step has done nothing. After any other error nobody knows. */
  async function failed(step: Step, error: unknown): Promise<Json | undefined> {
    if (error instanceof StepsHalted) throw error;
    const failure = declaredFailure(call, error);
    if (!failure) {
      history.fault ??= `step \`${step.name}\` threw ${faultOf(error)}`;
      runtime.onFault(error, call.tool.contract.name);
      return await lookUp(step);
    }
    const { retry: _ofTheContract, ...kept } = failure;
    await guarded(async () => {
      await rows?.end(step.number, rowOf(step, { state: "failed", failure: kept }));
      await context.audit("step.failed", { step: step.name, failure: failure.code });
    });
    history.acted = (history.acted ?? 0) - 1;
    throw error;
  }

  /** Whether a failed step may run: it was the last one, and its failure mode permits it. */
  async function mayRunAgain({ number }: Step, { failure }: StepRow): Promise<boolean> {
    const mode = call.tool.contract.failureModes.find(({ code }) => code === failure?.code);
    return mode?.retry !== "never" && (await guarded(async () => rows?.read(number + 1))) === undefined;
  }

  /** Asks the contract's `reconcile` for the result of a step that may have acted. */
  async function lookUp(step: Step): Promise<Json | undefined> {
    history.acted = Math.max(1, history.acted ?? 0);
    const result = await askReader(call, `${workId}/${step.name}`, runtime);
    if (result) history.reconciled = call.tool.contract.reconcile ?? "";
    if (result) return await end(step, result);
    throw halt("outcome_unknown", `Step \`${step.name}\` began: it is not known whether it took effect.`);
  }

  function finished({ result }: StepRow): Json | undefined {
    history.acted = (history.acted ?? 0) + 1;
    return result;
  }

  /** Uses the store and the trail. If they fail, the call can be made again: the step's row says how far it was. */
  async function guarded<T>(use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      if (error instanceof StepsHalted) throw error;
      runtime.onFault(error, call.tool.contract.name);
      throw halt("server_unavailable", "A step could not be recorded: make the call again later.");
    }
  }

  let count = 0;
  return async <Result>(name: string, input: object, act: (key: string) => Promise<Result> | Result) => {
    const step = { ...readStep(name, input, names), number: count++, act };
    if (count > maxSteps) throw new TypeError(`a call has at most ${maxSteps} steps`);
    if (history.halt) throw halt(history.halt.code, history.halt.message);
    if (!engineStep) return (await run(step)) as Result;
    const seal = async (): Promise<string> => {
      const result = await run(step);
      return valueSeal.seal({ ...(result !== undefined && { result }) }, workId);
    };
    const opened = valueSeal.open(await engineStep(name, seal), workId) as { result: Result } | undefined;
    if (!opened) throw halt("outcome_unknown", `The result of step \`${name}\` can no longer be read.`);
    return opened.result;
  };
}

/** Characters of the id of a work: a step's key has to fit what payment providers take. */
export const workIdLength = 32;
const elsewhere = "Another process continues the call.";

function readStep(name: string, given: object, names: Set<string>): Omit<Step, "number" | "act"> {
  if (typeof name !== "string" || !stepNamePattern.test(name))
    throw new TypeError(`a step has a name like \`send_mail\`, not ${JSON.stringify(name)}`);
  if (names.has(name)) throw new TypeError(`two steps of a call are named \`${name}\``);
  names.add(name);
  const input = boundedCopy(given, maxStepBytes);
  if (!input)
    throw new TypeError(`the input of step \`${name}\` is no JSON object of at most ${maxStepBytes} bytes`);
  return { name, input, asked: fingerprint({ name, input }) };
}

function rowOf({ name, asked }: Step, ended: StepEnd): StepRow {
  return { name, asked, ...ended };
}

function failureOf({ failure }: StepRow): ToolFailure {
  return new ToolFailure(failure?.code ?? "", failure?.message, failure?.details);
}

/** In a handler that does not say that all its effects are in steps, and in plans. */
export const noSteps: RunStep = (name) =>
  Promise.reject(new TypeError(`step \`${name}\` needs a handler made with \`inSteps\`, and no plan`));
