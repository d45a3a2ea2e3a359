import { escapeText, type JsonObject } from "@proviso/manifest";
import type { Action, Answer, ClaimResult, Step, Trace, VerifyReport } from "../model.ts";

/** One format of a report. */
export interface ReportFormat {
  readonly name: string;
  readonly summary: string;
  /** The report without its last line end. `folder`: of the traces, ending with `/`. */
  print(report: VerifyReport, folder: string): string;
}

export const scope =
  "A claim that survived was not refuted by these calls. What no oracle watches is unobservable, not true.";

/** At most this many characters of arguments or of an answer are shown. The JSON report has all. */
const shownCharacters = 300;

/** Why a run ended, as a sentence; undefined if it tried everything. */
export const endings: Readonly<Record<VerifyReport["ended"], string | undefined>> = {
  complete: undefined,
  calls: "The run ended at its limit of calls; `--calls` raises it.",
  time: "The run ended at its limit of time; `--time` raises it.",
  interrupted: "The run was interrupted; this is what was seen until then.",
  lost: "The run ended because the server could not be reached any more.",
};

/** The traces of what is refuted. */
export const tracesIn = (results: readonly ClaimResult[]): readonly Trace[] =>
  results.flatMap(({ verdict }) => (verdict.kind === "refuted" ? [verdict.trace] : []));

export const countOf = (results: readonly ClaimResult[], kind: ClaimResult["verdict"]["kind"]): number =>
  results.filter(({ verdict }) => verdict.kind === kind).length;

export function countsText(results: readonly ClaimResult[]): string {
  const kinds = ["refuted", "survived", "unobservable"] as const;
  return kinds.map((kind) => `${countOf(results, kind)} ${kind}`).join(", ");
}

/** The verdict in words: never "true". */
export function verdictText({ verdict }: ClaimResult): string {
  if (verdict.kind !== "survived") return verdict.kind;
  return `survived ${verdict.trials} ${verdict.trials === 1 ? "trial" : "trials"}`;
}

/** The results by tool; the server's own under undefined. In the order of the report. */
export const byTool = (results: readonly ClaimResult[]): Map<string | undefined, ClaimResult[]> =>
  Map.groupBy(results, ({ tool }) => tool);

/** The name of a tool for people, or what stands for the server. */
export const toolText = (tool = ""): string => (tool === "" ? "the server" : escapeText(tool));

/** The steps of a trace, a line each: what was needed first, then what refutes the claim. */
export const traceLines = ({ prelude, steps }: Trace): readonly string[] => [
  ...prelude.map((step) => `first: ${stepText(step)}`),
  ...steps.map(stepText),
];

function stepText({ action, answer, changes }: Step): string {
  const seen = changes.map(({ oracle, kind, what }) => escapeText(`${oracle}: ${kind} ${what}`)).join(", ");
  return `${actionText(action)} → ${answerText(answer)}${seen && `; ${seen}`}`;
}

function actionText(action: Action): string {
  if (action.kind === "list") return "list the tools";
  if (action.kind === "restart") return "start the server again";
  if (action.kind === "renew") return "start the server in a new folder";
  const { tool, key, as, isConcurrent, killAfterMs } = action;
  const said = `${isConcurrent ? "at once " : ""}${escapeText(tool)} ${shortened(action.arguments)}`;
  const more = [
    key && `with key ${escapeText(key)}`,
    as && `as ${as}`,
    killAfterMs && `killed after ${killAfterMs} ms`,
  ];
  return [said, ...more.filter((part) => part !== undefined)].join(", ");
}

function answerText({ kind, code, text, value, ms }: Answer): string {
  if (kind === "none") return `no answer within ${ms} ms`;
  if (kind === "listed" || kind === "done") return kind;
  const said = text ?? (value === undefined ? "" : JSON.stringify(value));
  return [kind, code, shortened(said)].filter((part) => part !== undefined && part !== "").join(" ");
}

function shortened(value: JsonObject | string): string {
  const text = escapeText(typeof value === "string" ? value : JSON.stringify(value));
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
