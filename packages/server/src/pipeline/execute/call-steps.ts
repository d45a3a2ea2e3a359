import { isStepOf, type Json, type JsonObject, stepGroups, type ToolContract } from "@proviso/manifest";
import { faultOf } from "../../api/fault.ts";
import { OutcomeUnknown } from "../../api/failure.ts";
import type { ToolContext } from "../../api/handler.ts";
import type { RunEngineStep, RunStep } from "../../api/steps.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { AuthorizedCall } from "../call/call.ts";
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
}

/**
 * Runs the steps of a handler. The intent of a step is durable before it acts, in the trail and, for a call with a key, in the
 * store. A step that is stored without an end has perhaps acted, so it never acts again.
 */
export function callSteps(
  call: AuthorizedCall,
  context: ToolContext<unknown, unknown>,
  runtime: Runtime,
  inEngine?: RunEngineStep,
): RunStep {
  const { history, work } = call;
  const rows = work && workRows(work, runtime);
  const id = work?.id ?? call.id;
  const readStep = stepReader(call.tool.contract);
  /** Ends the call, also if the handler catches it. */
  const stop = (message: string): Error => new OutcomeUnknown((history.doubt ??= message));

  async function run(step: Step): Promise<Json | undefined> {
    const row = (await rows?.read(step.number)) as StepRow | undefined;
    if (row?.failed && !(await rows?.remove(step.number))) throw stop(elsewhere);
    if (!row || row.failed) return await begin(step);
    if (row.asked !== step.asked) throw stop(`Step \`${step.name}\` had another name or input before.`);
    history.acted = (history.acted ?? 0) + 1;
    return row.ended ? row.result : await lookUp(step);
  }

  async function begin(step: Step): Promise<Json | undefined> {
    const { asked, name, number } = step;
    context.signal.throwIfAborted();
    if (call.tool.contract.compensate && (await rows?.read("undo"))) throw stop("The call was cancelled.");
    for (const hold of work?.holds ?? []) if (!(await hold())) throw stop(elsewhere);
    await context.audit("step.begun", { step: name, input: runtime.valueSeal.blind(asked) });
    if (rows && !(await rows.insert(number, { asked, name }))) throw stop(elsewhere);
    history.acted = (history.acted ?? 0) + 1;
    const { copied, error, failure } = await runAct(step, id, call, runtime);
    if (copied) return await end(step, copied["result"]);
    if (failure === undefined) return await lookUp(step);
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
    context.progress({ progress: number + 1, message: name });
    return result;
  }

  async function lookUp(step: Step): Promise<Json | undefined> {
    const found = await askReader(call, `${id}/${step.name}`, runtime);
    if (!found) throw stop(`Step \`${step.name}\` began: it is not known whether it took effect.`);
    history.reconciled = found.reader;
    return await end(step, found.output);
  }

  return async <Result>(name: string, input: object, act: (key: string) => Promise<Result> | Result) => {
    if (history.doubt !== undefined) throw stop(history.doubt);
    const step: Step = { name, act, ...readStep(name, input) };
    if (!inEngine) return (await run(step)) as Result;
    const opened = await stepInEngine(inEngine, `${id}/${step.asked}`, step, runtime.valueSeal, run);
    if (!opened) throw stop(`Step \`${name}\` had another input before, or its result cannot be read.`);
    return opened.result as Result;
  };
}

/** What the handler's own code of a step did: its result, or the code of a declared failure, which says that it has done nothing. */
async function runAct(
  { act, name }: Step,
  id: string,
  call: AuthorizedCall,
  { onFault }: Runtime,
): Promise<{ readonly copied?: JsonObject; readonly error?: unknown; readonly failure?: string }> {
  try {
    const copied = boundedCopy({ result: await act(`${id}/${name}`) }, maxStepBytes);
    if (copied) return { copied };
    throw new TypeError(`its result is no JSON of at most ${maxStepBytes} bytes`);
  } catch (error) {
    const failure = declaredFailure(call, error);
    if (failure) return { error, failure: failure.code };
    call.history.fault ??= `step \`${name}\` threw ${faultOf(error)}`;
    onFault(error, call.tool.contract.name);
    return {};
  }
}

const elsewhere = "Another process continues the call: make it again for its outcome.";

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
    const input = boundedCopy(given, maxStepBytes);
    if (!input || !stepNamePattern.test(name) || names.has(name) || names.size === maxSteps)
      throw new TypeError(
        `a call has at most ${maxSteps} steps, each with a name of its own like \`send_mail\` (not ${JSON.stringify(name)}) and a JSON object of at most ${maxStepBytes} bytes as its input`,
      );
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
