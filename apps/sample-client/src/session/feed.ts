import { appendFileSync } from "node:fs";
import type { Activity, JsonObject } from "@proviso/client";

/**
 * Appends each activity to a file as a JSON line with the time. Arguments and results are left out, because they may be
 * private.
 */
export function createFeed(path: string): (activity: Activity) => void {
  return (activity) => {
    const { kind, tool } = activity;
    const line = { at: new Date().toISOString(), kind, ...(tool === undefined ? {} : { tool }) };
    appendFileSync(path, `${JSON.stringify({ ...line, ...feedDetail(activity) })}\n`);
  };
}

function feedDetail(activity: Activity): JsonObject {
  switch (activity.kind) {
    case "trusting":
      return { tools: activity.tools };
    case "decided":
      return { decision: activity.decision.kind, reasons: activity.decision.reasons };
    case "asked":
      return { id: activity.request.id };
    case "answered":
      return { approved: activity.approved };
    case "called":
      return { dryRun: activity.dryRun };
    case "retried":
      return { dryRun: activity.dryRun, attempt: activity.attempt };
    case "progress":
      return { progress: activity.progress.progress };
    case "planned":
      return {};
    case "completed":
      return { outcome: activity.result.ok ? "ok" : activity.result.failure.code };
    case "refused":
      return { outcome: activity.failure.code };
  }
}
