import type { EnforcingServerOptions } from "../api/options.ts";
import type { WaitingCalls } from "../api/outcome.ts";
import type { DeskParts } from "../approvals/desk-parts.ts";
import { taskRecords } from "../approvals/task-records.ts";
import { waitingTasks, type TaskParts } from "../approvals/waiting-tasks.ts";
import type { Runtime } from "../pipeline/runtime/runtime.ts";

/** Empty unless the host has turned tasks on. */
export function tasksOf<Ports>(
  { approvals }: EnforcingServerOptions<Ports>,
  parts: DeskParts,
  { inbox, realm, store, valueSeal }: Runtime,
  calls: Pick<TaskParts, "invoke" | "track">,
): Pick<WaitingCalls, "tasks"> {
  if (!inbox || approvals?.tasks !== true) return {};
  const tasks = taskRecords(store, valueSeal, realm);
  return { tasks: waitingTasks({ ...parts, ...calls, tasks, waitMs: inbox.approvals.waitMs }) };
}
