import { isObject, type JsonObject, type ToolContract } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import type { Work } from "../call/call.ts";
import { declares } from "../call/is-final-outcome.ts";
import { fail } from "../call/refuse.ts";
import { eventRecorder } from "../execute/record-event.ts";
import { askReader, pickNamed, requiredIn } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type StepRow, type UndoRow, workRows } from "../runtime/work-rows.ts";
import type { KeyedCall } from "./key-record.ts";

/** What became of a step, and what a caller reads of it. What is not undone comes first. */
const says = {
  kept: (step: string) => `${step} was done and is not undone`,
  unknown: (step: string) => `It is not known whether ${step} took effect, and it is not undone`,
  doubtful: (step: string) => `It is not known whether ${step} is undone`,
  undone: (step: string) => `${step} is undone`,
};
type End = keyof typeof says;

/** Not decided yet: the same call made again asks again. */
interface Waiting {
  readonly message: string;
}

interface DoneStep {
  readonly number: number;
  readonly row: StepRow;
}

/**
 * Undoes the finished steps of a work, the last one first, by the tool that the contract names now, as the caller of the call. Each
 * is a call with a key of its own, so that none is undone twice. What was not confirmed does not count as undone. Returns the
 * outcome of the whole call, or `in_progress` if a step has to wait, such as for a person.
 */
export async function undoSteps(
  call: KeyedCall,
  work: Work,
  { cancelled, failure }: UndoRow,
  runtime: Runtime,
): Promise<Outcome> {
  if (!cancelled && !failure)
    return fail(call, "outcome_unknown", "What ended the call can no longer be read.");
  const ends: Record<End, DoneStep[]> = { kept: [], unknown: [], doubtful: [], undone: [] };
  for (const step of (await stepsOf(work, runtime)).toReversed()) {
    const end = await undoStep(step, call, work, runtime);
    if (typeof end === "object") {
      const message = `The call was cancelled or has failed, and ${labelOf(step)} is not undone yet: ${end.message}`;
      return fail(call, "in_progress", message);
    }
    ends[end].push(step);
  }
  const kinds = Object.keys(ends) as End[];
  const told = kinds.flatMap((end) => ends[end].map((step) => says[end](labelOf(step))));
  const sentences = told.map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}.`);
  const message = [failure?.message ?? "The call was cancelled.", ...sentences].join(" ");
  const steps = Object.fromEntries(kinds.map((end) => [end, ends[end].map(({ row }) => row.name ?? "")]));
  if (!failure) return fail(call, "cancelled", message, { steps });
  const details = { ...failure.details, steps };
  return { kind: "failed", tool: call.tool.contract.name, failure: { ...failure, message, details } };
}

/** Rows that cannot be read have no name. */
function labelOf({ number, row: { name } }: DoneStep): string {
  return `step ${number + 1}${name === undefined ? "" : `, \`${name}\`,`}`;
}

/** A step that failed has done nothing. */
async function stepsOf(work: Work, runtime: Runtime): Promise<readonly DoneStep[]> {
  const rows = workRows(work, runtime);
  const steps: DoneStep[] = [];
  for (let number = 0; ; number++) {
    const row = (await rows.read(number)) as StepRow | undefined;
    if (!row) return steps;
    if (!row.failed) steps.push({ number, row });
  }
}

async function undoStep(
  { number, row }: DoneStep,
  call: KeyedCall,
  work: Work,
  runtime: Runtime,
): Promise<End | Waiting> {
  if (row.undo === "done") return "undone";
  if (runtime.draining.aborted) return { message: "the server shuts down" };
  const { compensate } = call.tool.contract;
  const key = `${work.id}/${row.name}`;
  const found = row.ended || !row.name ? { output: row.result } : await askReader(call, key, runtime);
  if (!found || !row.name) return "unknown";
  const undoer = runtime.tools.find(({ name }) => name === compensate);
  if (!undoer) return row.undo ? "doubtful" : "kept";
  for (const hold of work.holds) if (!(await hold())) return { message: "another process undoes it" };
  const rows = workRows(work, runtime);
  await rows.put(number, { ...row, undo: "asked" });
  const result = isObject(found.output) ? found.output : {};
  const given: JsonObject = { ...call.input, ...result, callId: key, step: row.name };
  const { principal } = call;
  const { traceparent } = call.options;
  const answer = await runtime.callTool(undoer.name, pickNamed(given, requiredIn(undoer.inputSchema)), {
    principal,
    idempotencyKey: key,
    undoes: `${call.id}/${row.name}`,
    ...(traceparent !== undefined && { traceparent }),
  });
  const end = endOf(answer, undoer, row.undo !== undefined);
  const record = eventRecorder(call, runtime.record);
  if (typeof end !== "object")
    await record(end === "undone" ? "step.undone" : "step.kept", { step: row.name });
  // A call that was refused did not run, so that a later refusal is as certain.
  if (end === "undone") await rows.put(number, { ...row, undo: "done" });
  else if (answer.kind === "refused" && end !== "doubtful") await rows.put(number, row);
  return end;
}

/** `wasAsked`: an earlier process asked, and nobody knows with what result. */
function endOf(answer: Outcome, undoer: ToolContract, wasAsked: boolean): End | Waiting {
  if (answer.kind === "completed") return "undone";
  if (!("failure" in answer)) return wasAsked ? "doubtful" : "kept";
  const { code, message, retry } = answer.failure;
  if (retry === "after" || code === "in_progress") return { message };
  if (code === "outcome_unknown" || code === "idempotency_conflict") return "doubtful";
  if (answer.kind === "refused") return wasAsked ? "doubtful" : "kept";
  return declares(undoer, code) ? "kept" : "doubtful";
}
