import type { Activity, Drift } from "@proviso/client";
import pc from "picocolors";
import { viewInline } from "./view/value.ts";
import { visible } from "./view/text.ts";

/** A line for what happens during a call; nothing for what the result says anyway. */
export function viewActivity(activity: Activity): string | undefined {
  if (activity.kind === "progress") return pc.dim(`  ${viewProgress(activity)}`);
  if (activity.kind === "sent" && activity.attempt > 1)
    return pc.dim(`  No answer that counts: attempt ${activity.attempt}, under the same key.`);
  return undefined;
}

function viewProgress({
  progress: { progress, total, message },
}: Extract<Activity, { kind: "progress" }>): string {
  const share =
    total === undefined || total === 0 ? `${progress}` : `${Math.round((100 * progress) / total)} %`;
  return message === undefined ? share : `${share}  ${visible(message)}`;
}

const driftNotes = {
  changed: "the server's contract is not the one this client was built with; it will ask before calling",
  silent: "the server shows no contract; this client will ask before calling",
  added: "this client knows no such tool; it will ask before calling",
} as const satisfies Record<Drift["kind"], string>;

export function viewDrift(drift: readonly Drift[]): string {
  return drift.map(({ tool, kind }) => pc.yellow(`  ${viewInline(tool)}: ${driftNotes[kind]}`)).join("\n");
}
