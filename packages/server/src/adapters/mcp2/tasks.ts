import type { InvokeOptions, WaitingTasks } from "../../api/outcome.ts";
import { answerCancel, answerGet, answerUpdate, takesTasks } from "../carriers/task.ts";
import { clientCapabilities, missingTasks, onCustomRequest, type Server, type ServerContext } from "./sdk.ts";

const answers = { "tasks/get": answerGet, "tasks/update": answerUpdate, "tasks/cancel": answerCancel };

/** Serves the methods of the Tasks extension to a client of 2026-07-28. */
export function serveTasks(
  protocol: Server,
  tasks: WaitingTasks,
  optionsOf: (context: ServerContext) => InvokeOptions,
): void {
  for (const [method, answer] of Object.entries(answers))
    onCustomRequest(protocol, method, async (params, context) => {
      if (!takesTasks(clientCapabilities(protocol, "modern", context))) throw missingTasks();
      return answer(tasks, params, optionsOf(context));
    });
}
