import type { InvokeOptions, Outcome, WaitingTask, WaitingTasks } from "../../api/outcome.ts";
import type { Disposition } from "../../api/waiting.ts";
import { protocolError } from "../wire/call-notes.ts";
import { toResult, type ToolResult } from "../wire/result.ts";

/** The Tasks extension (SEP-2663): an approval is a task, in the shape of the draft SEP-2848. */
export const taskExtensions = ({ open }: WaitingTasks): Record<string, object> => ({
  "io.modelcontextprotocol/tasks": {},
  ...(open && { "io.modelcontextprotocol/tool-approval": {} }),
});
const dispositionKey = "io.modelcontextprotocol/tool-approval-disposition";
const immediateKey = "io.modelcontextprotocol/model-immediate-response";

/** When a client may ask again, in milliseconds. */
const pollIntervalMs = 15_000;

/** What a client declares of its extensions. */
interface Declared {
  readonly extensions?: unknown;
}

/** Whether the client says in this request that it can deal with tasks. */
export function takesTasks(declared: Declared | undefined): boolean {
  const { extensions } = declared ?? {};
  return (
    typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions
  );
}

type Wire = Record<string, unknown>;

/** The task in the place of a call's result, if the call waits. */
export async function taskOfCall(
  tasks: WaitingTasks,
  outcome: Outcome,
  options: InvokeOptions,
): Promise<Wire | undefined> {
  if (outcome.kind !== "refused" && outcome.kind !== "failed") return undefined;
  const { goesOn } = outcome;
  const task =
    "waits" in outcome && outcome.waits
      ? await tasks.open?.(outcome.waits, options)
      : goesOn && (await tasks.begun?.(goesOn, options.principal));
  if (!task) return undefined;
  const { message } = outcome.failure;
  return { resultType: "task", ...wireTask(task), _meta: { [immediateKey]: message } };
}

/** Answers `tasks/get`. Throws the JSON-RPC error for an unknown task. */
export async function answerGet(tasks: WaitingTasks, params: unknown, options: InvokeOptions): Promise<Wire> {
  const task = await tasks.get(taskIdIn(params), options);
  if (!task) throw unknownTask();
  const { state } = task;
  if (state.kind !== "completed") return wireTask(task);
  return { ...wireTask(task), result: resultOf(state.outcome, state.disposition) };
}

/** Answers `tasks/cancel`. A call that runs is not stopped, unless it is made of steps and its contract has `compensate`. */
export async function answerCancel(
  tasks: WaitingTasks,
  params: unknown,
  { principal }: InvokeOptions,
): Promise<Wire> {
  const cancelled = await tasks.cancel(taskIdIn(params), principal);
  if (!cancelled) throw unknownTask();
  if (cancelled !== true) throw protocolError(`Not cancelled: ${cancelled}`);
  return {};
}

/** Answers `tasks/update`. These tasks ask the client nothing, so no answer of it counts. */
export async function answerUpdate(
  tasks: WaitingTasks,
  params: unknown,
  { principal }: InvokeOptions,
): Promise<Wire> {
  if (!(await tasks.has(taskIdIn(params), principal))) throw unknownTask();
  return {};
}

const ran: Readonly<Record<Disposition, string>> = {
  "approved-executed": "The tool ran, once.",
  "denied-not-executed": "The tool did not run.",
  "execution-error": "The tool ran and failed; it may have had effects.",
  "outcome-unknown": "It is not known whether the tool ran. Do not repeat the call before that is clear.",
};

/** An error also says in words whether the tool ran. */
function resultOf(outcome: WaitingEnd, disposition: Disposition | undefined): Wire {
  const { content, ...result } = resultOrError(outcome);
  if (!disposition) return { ...result, resultType: "complete", content };
  return {
    ...result,
    resultType: "complete",
    content: result.isError ? [...content, { type: "text", text: ran[disposition] }] : content,
    _meta: { ...result._meta, [dispositionKey]: disposition },
  };
}

type WaitingEnd = Extract<WaitingTask["state"], { readonly kind: "completed" }>["outcome"];

/** A tool that is gone is an error of JSON-RPC in a call, and an error of the tool in a task. */
function resultOrError(outcome: WaitingEnd): ToolResult {
  if (outcome.kind !== "unknown_tool") return toResult(outcome, outcome.tool);
  return { isError: true, content: [{ type: "text", text: `Unknown tool: ${outcome.tool}` }], _meta: {} };
}

const messages = {
  working: "Waits for a person to approve it, or runs. It is not done yet.",
  cancelled: "Cancelled. The tool did not run.",
  completed: "Ended: see the result.",
} as const;

function wireTask({ id, createdAt, updatedAt, ttlMs, state }: WaitingTask): Wire {
  return {
    taskId: id,
    status: state.kind,
    statusMessage: ("says" in state && state.says) || messages[state.kind],
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs,
    ...(state.kind === "working" && { pollIntervalMs }),
  };
}

function taskIdIn(params: unknown): string {
  const { taskId } = (params ?? {}) as { readonly taskId?: unknown };
  if (typeof taskId !== "string") throw protocolError("`taskId` must be a string");
  return taskId;
}

/** Returns the error for an unknown task and for a task of another caller: both are equal. */
function unknownTask(): Error {
  return protocolError("Task not found");
}
