import {
  type ApprovalsRuntime,
  identityOf,
  inTime,
  type InvokeOptions,
  type Outcome,
  type Principal,
  type TaskEnd,
  type WaitingTask,
  type WaitingTasks,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { endOfCall, endWithoutCall, unknownEnd } from "./task-end.ts";
import type { TaskRecord, TaskRecords, TaskSlot } from "./task-records.ts";
import { updateApproval } from "./update-approval.ts";

export interface TaskParts extends DeskParts, Pick<ApprovalsRuntime, "invoke" | "track"> {
  readonly tasks: TaskRecords;
  readonly waitMs: number;
}

/** How long a task can be asked for after its approval has ended at the latest. */
const keptMs = 24 * 60 * 60_000;
/** For recording the outcome, beyond the time that the tool has. */
const concludeMs = 60_000;
/** A request for a task waits so long for the call that it has started. */
const patienceMs = 5000;

/**
 * Calls that wait as tasks. The task's id refers to an approval and grants nothing: the call is
 * made as the caller who asks for the task, and the pipeline checks it like any other.
 */
export function waitingTasks(parts: TaskParts): WaitingTasks {
  const { now, tasks, waitMs } = parts;
  return {
    async open({ approval: id, createdAt }, { principal, idempotencyKey }) {
      const record: TaskRecord = {
        caller: principal ? identityOf(principal) : "",
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        createdAt,
        updatedAt: (await now()).getTime(),
        // Waits, is approved, and waits once more for a log-in.
        ttlMs: 3 * waitMs + keptMs,
      };
      await tasks.insert(id, record);
      return shownTask(id, (await tasks.read(id))?.record ?? record, { kind: "working" });
    },
    async get(id, options) {
      const slot = await ownSlot(parts, id, options.principal);
      return slot && lookAtTask(parts, id, slot, options);
    },
    has: async (id, caller) => (await ownSlot(parts, id, caller)) !== undefined,
    async cancel(id, caller) {
      if (!(await ownSlot(parts, id, caller))) return false;
      await lookAtApproval(parts, id, caller, true);
      return true;
    },
  };
}

async function ownSlot(
  { tasks }: TaskParts,
  id: string,
  caller: Principal | undefined,
): Promise<TaskSlot | undefined> {
  const slot = await tasks.read(id);
  return caller && slot?.record.caller === identityOf(caller) ? slot : undefined;
}

/** The approval as it is now. A cancelled one is no longer usable; a used one stays used. */
async function lookAtApproval(
  parts: TaskParts,
  id: string,
  caller: Principal | undefined,
  isCancelled = false,
): Promise<Approval | undefined> {
  const { pauses, records, trail } = parts;
  const list = await pauses.recent();
  const updated = await updateApproval(
    records,
    () => records.byId(id),
    async (approval) => {
      const at = await circumstancesOf(approval, list, parts, caller);
      return isCancelled ? { ...at, kind: "withdraw", why: "cancelled" } : { ...at, kind: "look" };
    },
  );
  if (updated) await trail.ended(updated);
  return updated?.after;
}

async function lookAtTask(
  parts: TaskParts,
  id: string,
  slot: TaskSlot,
  options: InvokeOptions,
): Promise<WaitingTask> {
  const { record } = slot;
  if (record.ended) return endedTask(id, record, record.ended);
  const approval = await lookAtApproval(parts, id, options.principal);
  const isRunning = record.runsUntil !== undefined && (await parts.now()).getTime() < record.runsUntil;
  const isToBind = approval?.state === "pending" && approval.edited?.isUnbound === true;
  if (isRunning || (approval?.state === "pending" && !isToBind))
    return shownTask(id, record, { kind: "working" });
  if (approval?.state === "approved" || (approval && isToBind))
    return runTask(parts, id, slot, approval, options);
  if (approval?.withdrawn === "cancelled") return shownTask(id, record, { kind: "cancelled" });
  if (approval && approval.state !== "consumed") return endTask(parts, id, slot, endWithoutCall(approval));
  if (approval && isKeyed(parts, record, approval)) return runTask(parts, id, slot, approval, options);
  return endTask(parts, id, slot, unknownEnd(approval?.terms.tool ?? "unknown"));
}

/** A repeated keyed call gets the outcome of the call that used this approval. */
function isKeyed({ tools }: TaskParts, { idempotencyKey }: TaskRecord, { terms }: Approval): boolean {
  const contract = tools?.find(({ name }) => name === terms.tool);
  return idempotencyKey !== undefined || (contract?.idempotency?.key.length ?? 0) > 0;
}

/** Of several requests at once, one makes the call; the others see a task that works. */
async function runTask(
  parts: TaskParts,
  id: string,
  slot: TaskSlot,
  { edited, shown, state, terms }: Approval,
  { principal, wire }: InvokeOptions,
): Promise<WaitingTask> {
  const { now, tasks, tools, track } = parts;
  const timeoutMs = tools?.find(({ name }) => name === terms.tool)?.timeoutMs ?? 0;
  const at = (await now()).getTime();
  const running = { ...slot.record, updatedAt: at, runsUntil: at + timeoutMs + concludeMs };
  if (!(await tasks.replace(id, slot, running))) return shownTask(id, slot.record, { kind: "working" });
  const { idempotencyKey } = slot.record;
  const options: InvokeOptions = {
    approval: id,
    ...(principal && { principal }),
    ...(wire && { wire }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const concluded = track(
    parts
      .invoke(terms.tool, edited?.asked.input ?? shown.input, options)
      .then((outcome) => conclude(parts, id, outcome, state === "consumed")),
  );
  return inTime(patienceMs, concluded).catch(() => shownTask(id, running, { kind: "working" }));
}

/** Where the approval was used already, only a success says what that call did. */
async function conclude(
  parts: TaskParts,
  id: string,
  outcome: Outcome,
  wasUsed: boolean,
): Promise<WaitingTask> {
  const slot = await parts.tasks.read(id);
  if (!slot) throw new Error("the task expired while its call ran");
  const end = endOfCall(outcome);
  const isDoubt = wasUsed && end?.disposition !== "approved-executed";
  if (end) return endTask(parts, id, slot, isDoubt ? unknownEnd(outcome.tool) : end);
  const { runsUntil: _, ...waiting } = slot.record;
  await parts.tasks.replace(id, slot, waiting);
  return shownTask(id, waiting, { kind: "working" });
}

async function endTask(
  { now, tasks }: TaskParts,
  id: string,
  slot: TaskSlot,
  ended: TaskEnd,
): Promise<WaitingTask> {
  const record = { ...slot.record, updatedAt: (await now()).getTime(), ended };
  if (await tasks.replace(id, slot, record)) return endedTask(id, record, ended);
  const present = (await tasks.read(id))?.record ?? record;
  return present.ended ? endedTask(id, present, present.ended) : shownTask(id, present, { kind: "working" });
}

function endedTask(id: string, record: TaskRecord, ended: TaskEnd): WaitingTask {
  return shownTask(id, record, { kind: "completed", ...ended });
}

function shownTask(
  id: string,
  { createdAt, updatedAt, ttlMs }: TaskRecord,
  state: WaitingTask["state"],
): WaitingTask {
  return { id, createdAt, updatedAt, ttlMs, state };
}
