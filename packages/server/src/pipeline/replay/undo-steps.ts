import { isObject, type Json, type ToolContract } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import type { Work } from "../call/call.ts";
import { declares } from "../call/is-final-outcome.ts";
import { fail } from "../call/refuse.ts";
import { elsewhere, isHeld } from "../execute/call-steps.ts";
import { eventRecorder } from "../execute/record-event.ts";
import { askReader, hasReader, isUnknown, pickNamed, requiredIn } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type StepRow, type UndoRow, workRows } from "../runtime/work-rows.ts";
import type { KeyedCall } from "./key-record.ts";

export type WorkCall = KeyedCall & { readonly work: Work };

/** What became of a step, and what a caller reads of it. What is not undone comes first. */
const says = {
  kept: (step: string) => `S${step} was done and is not undone.`,
  unknown: (step: string) => `It is not known whether s${step} took effect, and it is not undone.`,
  doubtful: (step: string) => `It is not known whether s${step} is undone.`,
  undone: (step: string) => `S${step} is undone.`,
};
/** `wait`: not decided yet, and why. The same call made again asks again. `isAsked`: the steps before it need not wait. */
type End = keyof typeof says | { readonly wait: string; readonly isAsked?: true };
/** `label` lacks its initial. */
type DoneStep = { readonly number: number; readonly label: string; readonly row: StepRow };

/** Milliseconds in which the server looks again whether a tool has undone a step. */
const lookAgainMs = 10 * 60_000;

/**
 * Undoes the finished steps of a call, the last one first, each by a call of the tool that the contract names now, as the same caller
 * and with a key of its own; without such a tool all stay. Returns the outcome of the whole call, which names each step, or
 * `in_progress` if a step has to wait, such as for a person.
 */
export async function undoSteps(call: WorkCall, undo: UndoRow, runtime: Runtime): Promise<Outcome> {
  const { cancelled, failure } = undo;
  const unread = "What ended the call can no longer be read.";
  if (!cancelled && !failure) return fail(call, "outcome_unknown", unread);
  const ends: Record<keyof typeof says, DoneStep[]> = { kept: [], unknown: [], doubtful: [], undone: [] };
  let asked: string | undefined;
  for (const step of (await stepsOf(call, runtime)).toReversed()) {
    const end = await undoStep(step, call, runtime);
    if (typeof end !== "object") ends[end].push(step);
    else if (end.isAsked) asked ??= end.wait;
    else return fail(call, "in_progress", end.wait);
  }
  if (asked !== undefined) return fail(call, "in_progress", asked);
  const all = Object.entries(ends) as [keyof typeof says, DoneStep[]][];
  const told = all.flatMap(([end, list]) => list.map((step) => says[end](step.label)));
  const message = [failure?.message ?? "The call was cancelled.", ...told].join(" ");
  const steps = Object.fromEntries(all.map(([end, list]) => [end, list.map(({ row }) => row.name ?? "")]));
  const ended = fail(call, "cancelled", message, { ...failure?.details, steps });
  return { ...ended, failure: { ...ended.failure, ...(failure && { code: failure.code }) } };
}

/** A step that failed has done nothing. */
async function stepsOf({ work }: WorkCall, runtime: Runtime): Promise<readonly DoneStep[]> {
  const steps: DoneStep[] = [];
  for (let number = 0; ; number++) {
    const row = (await workRows(work, runtime).read(number)) as StepRow | undefined;
    if (!row) return steps.filter((step) => !step.row.failed);
    // A row that cannot be read has no name.
    steps.push({ number, row, label: `tep ${number + 1}${row.name ? `, \`${row.name}\`,` : ""}` });
  }
}

async function undoStep(step: DoneStep, call: WorkCall, runtime: Runtime): Promise<End> {
  const { label, number, row } = step;
  const { options, tool, work } = call;
  // A reader may find later whether a step took effect; what else was decided stays so while others wait.
  if (row.end && row.end !== "unknown") return row.end;
  const notYet = `The call has ended, and s${label} is not undone yet: `;
  if (runtime.draining.aborted) return { wait: `${notYet}the server shuts down` };
  if (!(await isHeld(work))) return { wait: elsewhere };
  const key = `${work.id}/${row.name}`;
  const done = row.ended ? { output: row.result } : row.name && (await askReader(call, key, runtime));
  // A call that undoes a step is not undone itself.
  const compensate = options.undoes === undefined ? tool.contract.compensate : undefined;
  const undoer = runtime.tools.find(({ name }) => name === compensate);
  const decide = async (): Promise<Answered> => {
    if (!done) return { end: "unknown" };
    // Another tool may have undone it before this one was deployed.
    if (!undoer || (row.by ?? undoer.name) !== undoer.name) return { end: row.undo ? "doubtful" : "kept" };
    return await askUndoer(undoer, step, done.output, call, runtime);
  };
  const { end, next } = await decide();
  const name = row.name ?? `step ${number + 1}`;
  const put = workRows(work, runtime).put;
  if (typeof end === "object") {
    if (next) await put(number, next);
    return { ...end, wait: notYet + end.wait };
  }
  if (end !== row.end) await eventRecorder(call, runtime.record)(`step.${end}`, { step: name });
  // What cannot be read is left as it is.
  if (row.name !== undefined) await put(number, { ...row, end });
  return end;
}

/** What a tool said, and what is stored of the step if that changes. */
interface Answered {
  readonly end: End;
  readonly next?: StepRow;
}

async function askUndoer(
  undoer: ToolContract,
  { number, row }: DoneStep,
  output: Json | undefined,
  call: WorkCall,
  runtime: Runtime,
): Promise<Answered> {
  const { principal, work } = call;
  const now = runtime.clock.now().getTime();
  // Stryker disable next-line StringLiteral: a step without a name is not undone
  const { at = now, name = "" } = row;
  await workRows(work, runtime).put(number, { ...row, undo: "asked", by: undoer.name, at });
  const key = `${work.id}/${name}`;
  const given = { ...call.input, ...(isObject(output) ? output : {}), callId: key, step: name };
  const input = pickNamed(given, requiredIn(undoer.inputSchema));
  const options = { principal, idempotencyKey: key, undoes: `${call.id}/${name}` };
  const answer = await runtime.callTool(undoer.name, input, options);
  const end = endOf(answer, undoer, row.undo !== undefined);
  // A call that was refused did not run: one that runs, or whose end is unknown, is then another's.
  const isRefused = answer.kind === "refused";
  const mayLookAgain = isUnknown(answer) && hasReader(undoer) && now < at + lookAgainMs;
  if (mayLookAgain)
    return {
      end: { wait: `\`${undoer.name}\` may have undone it, and the server looks again`, isAsked: true },
      ...(isRefused && { next: { ...row, by: undoer.name, at } }),
    };
  return { end, ...(isRefused && { next: row }) };
}

function isRunning(answer: Outcome): boolean {
  return "failure" in answer && answer.failure.code === "in_progress";
}

/** `wasAsked`: an earlier process asked, and nobody knows with what result. */
function endOf(answer: Outcome, undoer: ToolContract, wasAsked: boolean): End {
  // Somebody else made this call, perhaps before the step had acted.
  if (answer.kind === "completed") return answer.replayed && !wasAsked ? "doubtful" : "undone";
  // Stryker disable next-line all: a tool of this server is known, and nobody is asked
  if (!("failure" in answer)) return "doubtful";
  const { code, details, message, retry } = answer.failure;
  if (retry === "after" || isRunning(answer)) return { wait: message };
  if (isUnknown(answer) || code === "idempotency_conflict") return "doubtful";
  if (answer.kind === "refused") return wasAsked ? "doubtful" : "kept";
  // It may be made of steps itself, some of which are done.
  return declares(undoer, code) && !details?.["steps"] ? "kept" : "doubtful";
}
