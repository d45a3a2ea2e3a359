import { compareText } from "@proviso/compiler";
import type { Change } from "./change.ts";

/** What `--fail-on` takes. `dangerous` includes breaking changes. */
export const failConditions = ["breaking", "dangerous", "loosened", "tightened", "model"] as const;
export type FailCondition = (typeof failConditions)[number];

const applies: Readonly<Record<FailCondition, (change: Change) => boolean>> = {
  breaking: ({ callers }) => callers === "breaking",
  dangerous: ({ callers }) => callers !== "safe",
  loosened: ({ safety }) => safety === "loosened",
  tightened: ({ safety }) => safety === "tightened",
  model: ({ model }) => model === "changed",
};

/** Whether a change meets one of the conditions: a verdict, or its id. */
export function isFailure(change: Change, failOn: readonly string[]): boolean {
  const verdicts = failConditions.filter((condition) => failOn.includes(condition));
  return failOn.includes(change.id) || verdicts.some((condition) => applies[condition](change));
}

/** For printers that know three levels. */
export type ChangeSeverity = "error" | "warning" | "info";

export function severityOf({ callers, safety }: Pick<Change, "callers" | "safety">): ChangeSeverity {
  if (callers === "breaking" || safety === "loosened") return "error";
  return callers === "dangerous" ? "warning" : "info";
}

const safetyRank = { loosened: 0, tightened: 1, unchanged: 2 } as const;
const callersRank = { breaking: 0, dangerous: 1, safe: 2 } as const;

/** Most serious first: loosened, then breaking, then dangerous; then by tool and path. */
export function bySeriousness(one: Change, other: Change): number {
  return (
    Number(other.safety === "loosened") - Number(one.safety === "loosened") ||
    callersRank[one.callers] - callersRank[other.callers] ||
    safetyRank[one.safety] - safetyRank[other.safety] ||
    compareText(one.tool, other.tool) ||
    compareText(one.path, other.path) ||
    compareText(one.id, other.id) ||
    compareText(one.fingerprint, other.fingerprint)
  );
}
