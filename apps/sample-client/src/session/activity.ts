import type { Activity, Decision, Drift, Environment, Progress } from "@proviso/client";
import { pc } from "../view/paint.ts";
import { viewChanges } from "../view/changes.ts";
import { cut, plural, visible, wrap } from "../view/text.ts";

/**
 * Prints the feed: one line per event, in columns, without repeated lines. Decisions name the
 * environment. A refusal is no error; a failed call is one, except where it is expected.
 */
export function createActivityView(
  print: (line: string) => void,
  env: Environment,
  failedStyle: ActivityStyle = badStyle,
): (activity: Activity) => void {
  let last = "";
  return (activity) => {
    const line = viewActivity(activity, env, failedStyle);
    if (line !== undefined && line !== last) print(line);
    last = line ?? "";
  };
}

interface ActivityStyle {
  readonly mark: string;
  readonly paint: (text: string) => string;
}

const quietStyle = (mark: string): ActivityStyle => ({ mark, paint: pc.dim });
const goodStyle: ActivityStyle = { mark: "✔", paint: pc.green };
const badStyle: ActivityStyle = { mark: "✖", paint: pc.red };
export const refusedStyle: ActivityStyle = { mark: "✖", paint: pc.yellow };

const activityStyles: { readonly [Kind in Activity["kind"]]: ActivityStyle } = {
  trusting: { mark: "!", paint: pc.yellow },
  decided: quietStyle("·"),
  planned: { mark: "◇", paint: pc.cyan },
  asked: { mark: "?", paint: pc.yellow },
  answered: goodStyle,
  called: quietStyle("→"),
  retried: { mark: "↻", paint: pc.yellow },
  progress: quietStyle("…"),
  completed: goodStyle,
  refused: refusedStyle,
};

/** Columns before the text: the mark, the kind and its margins. */
const activityMargin = 15;

function viewActivity(activity: Activity, env: Environment, failedStyle: ActivityStyle): string | undefined {
  const text = activityText(activity, env);
  if (text === undefined) return undefined;
  const { mark, paint } = styleOf(activity, failedStyle);
  const head = `  ${paint(mark)} ${activity.kind.padEnd(activityMargin - 4)}`;
  const tool = activity.tool === undefined ? aboutNoCall(activity) : visible(activity.tool);
  return head + wrap([tool, ...(text === "" ? [] : [pc.dim(text)])].join("  "), activityMargin);
}

function aboutNoCall({ kind }: Activity): string {
  return kind === "trusting" ? "this server's annotations" : "a question of the server";
}

function styleOf(activity: Activity, failedStyle: ActivityStyle): ActivityStyle {
  if (activity.kind === "answered" && !activity.approved) return refusedStyle;
  if (activity.kind === "completed" && !activity.result.ok) return failedStyle;
  return activityStyles[activity.kind];
}

/** The text of an activity line; undefined leaves the guard's event out. */
function activityText(activity: Activity, env: Environment): string | undefined {
  switch (activity.kind) {
    case "trusting":
      return `${plural(activity.tools, "tool")} without a contract: decided by the server's annotations`;
    case "decided":
      return viewDecision(activity.decision, env);
    case "planned":
      return briefLine(activity.plan.expectedSideEffects.join(" "));
    case "asked":
      return activity.request.kind === "call" ? "waits for a person" : briefLine(activity.request.message);
    case "answered":
      return activity.approved ? "a person said yes" : "no yes was given";
    case "called":
      return activity.dryRun ? "dry run: nothing is done" : "";
    case "retried":
      return `attempt ${activity.attempt}: it is safe to repeat`;
    case "progress":
      return viewProgress(activity.progress, activity.follow);
    case "completed":
      return activity.result.ok ? "" : visible(activity.result.failure.code);
    case "refused":
      return visible(activity.failure.code);
  }
}

/** The feed is an overview; the question and the result show everything. */
function briefLine(text: string): string {
  return cut(visible(text.slice(0, longestActivityLine)), longestActivityLine);
}
const longestActivityLine = 300;

function viewDecision({ kind, reasons }: Decision, env: Environment): string {
  const why = reasons.map((reason) => visible(reason).replace(/^own:/, "").replaceAll("_", " "));
  return `${kind} in ${env}${reasons.length === 0 ? "" : `: ${why.join(", ")}`}`;
}

/** In quarters, so that a long run has few lines; step by step without a total, or for an agent. */
function viewProgress({ progress, total, message }: Progress, follow: boolean): string | undefined {
  const share = total === undefined || total <= 0 ? undefined : Math.floor((4 * progress) / total) * 25;
  if (share === 0 && !(follow && message !== undefined)) return undefined;
  return [
    ...(share === undefined ? [] : [`${share} %`]),
    ...(message === undefined ? [] : [visible(message)]),
  ].join("  ");
}

const driftNotes = {
  changed: "the server's definition differs from the one that this client knows; it will ask before calling",
  silent: "the server shows no contract; this client will ask before calling",
  added: "this client knows no such tool; it will ask before calling",
  doubtful: "it can be taken for another tool, or hides characters; this client will ask before calling",
} as const satisfies Record<Drift["kind"], string>;

/** At most this many tools are named, because a server can change any number. */
const maxDriftedTools = 20;

export function viewDrift(drift: readonly Drift[]): string {
  const more = drift.length > maxDriftedTools ? [`  … and ${drift.length - maxDriftedTools} more tools`] : [];
  return [...drift.slice(0, maxDriftedTools).map(viewOneDrift), ...more].join("\n");
}

function viewOneDrift({ tool, kind, verdict, changes, hash }: Drift): string {
  const telling = changes.filter((change) => verdict !== "loosened" || change.verdict === "loosened");
  const what = viewChanges(telling);
  const note =
    verdict === "loosened"
      ? `the server has loosened it (${what}), so it is blocked; after looking at it, --acknowledge ${hash}`
      : `${driftNotes[kind]}${what === "" ? "" : ` (${what})`}`;
  return pc.yellow(`  ${wrap(`${cut(visible(tool), 60)}: ${note}`, 2)}`);
}
