import { setTimeout } from "node:timers/promises";
import { objectOf, type JsonObject } from "@proviso/manifest";
import { UpstreamError, UpstreamGone } from "../protocol/message.ts";

type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Milliseconds between two looks at a task whose server names none. */
const pollMs = 1000;
const longestPollMs = 60_000;

/**
 * The result of a task of 2026-07-28 (SEP-2663), or of 2025-11-25. The gateway waits for it, so that the host's call ends with a
 * result that was checked. A signal that aborts cancels the task.
 */
export async function taskResult(
  created: JsonObject,
  ask: Ask,
  answer: (asked: JsonObject) => Promise<JsonObject>,
  signal: AbortSignal = new AbortController().signal,
): Promise<JsonObject> {
  const isModern = created["resultType"] === "task";
  const { taskId = "" } = isModern ? created : objectOf(created["task"]);
  const cancel = (): void => void ask("tasks/cancel", { taskId }).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    // It is answered when the task has ended (2025-11-25, basic/utilities/tasks).
    if (!isModern) return await ask("tasks/result", { taskId });
    for (let task = created; ; task = await ask("tasks/get", { taskId })) {
      const { status, result, error, inputRequests, pollIntervalMs } = task;
      if (status === "completed") return objectOf(result);
      if (status === "failed")
        throw new UpstreamError({ code: -32603, message: "failed", ...objectOf(error) });
      if (status === "cancelled") throw new UpstreamGone("the upstream has cancelled its task");
      if (status === "input_required" && inputRequests)
        await ask("tasks/update", { taskId, inputResponses: await answer(objectOf(inputRequests)) });
      const ms = typeof pollIntervalMs === "number" && pollIntervalMs > 0 ? pollIntervalMs : pollMs;
      await setTimeout(Math.min(ms, longestPollMs), undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) throw new UpstreamGone("the call was cancelled", { cause: error });
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
