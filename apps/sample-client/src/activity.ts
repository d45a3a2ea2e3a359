import type { Activity, Drift, Progress } from "@proviso/client";
import pc from "picocolors";
import { viewInline } from "./view/value.ts";
import { visible, wrap } from "./view/text.ts";

/** Turns what happens during calls into lines, and leaves out what the results say anyway. */
export function createActivityView(print: (line: string) => void): (activity: Activity) => void {
  let last = "";
  return (activity) => {
    const line = viewActivity(activity);
    if (line !== undefined && line !== last) print(pc.dim(line));
    last = line ?? "";
  };
}

function viewActivity(activity: Activity): string | undefined {
  if (activity.kind === "progress") return viewProgress(activity.progress, activity.follow);
  if (activity.kind === "retried")
    return `No usable answer. Trying again, as the contract makes safe: attempt ${activity.attempt}.`;
  return undefined;
}

/** In quarters, so that a long run is a few lines; without a total, or for an agent, step by step. */
function viewProgress({ progress, total, message }: Progress, follow: boolean): string | undefined {
  const share = total === undefined || total <= 0 ? undefined : Math.floor((4 * progress) / total) * 25;
  if (share === 0 && !(follow && message !== undefined)) return undefined;
  return [
    ...(share === undefined ? [] : [`${share} %`]),
    ...(message === undefined ? [] : [visible(message)]),
  ].join("  ");
}

const driftNotes = {
  changed: "the server shows it otherwise than this client knows it; it will ask before calling",
  silent: "the server shows no contract; this client will ask before calling",
  added: "this client knows no such tool; it will ask before calling",
} as const satisfies Record<Drift["kind"], string>;

export function viewDrift(drift: readonly Drift[]): string {
  return drift.map(viewOne).join("\n");
}

function viewOne({ tool, kind, verdict, changes, hash }: Drift): string {
  const what = changes
    .filter((change) => verdict !== "loosened" || change.verdict === "loosened")
    .map((change) => visible(change.what));
  const note =
    verdict === "loosened"
      ? `the server has loosened it (${what.join(", ")}), so it is blocked; after looking at it, --acknowledge ${hash}`
      : `${driftNotes[kind]}${what.length > 0 ? ` (${what.join(", ")})` : ""}`;
  return pc.yellow(`  ${wrap(`${viewInline(tool)}: ${note}`, 2)}`);
}
