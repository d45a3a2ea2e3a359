import type { Decision, Doubt } from "../trail/recorded-call.ts";

/** What the candidate contracts would have changed about a call. */
export const verdicts = {
  same: "decided the same",
  "now-runs": "would now run and nobody is asked",
  "now-refused": "would now be refused",
  "now-asks": "would now ask a person",
  "now-repeats": "would now return the outcome of an earlier call",
  "other-plan": "would now need another dry run",
  undecidable: "cannot be decided from the trail",
} as const;
export type VerdictKind = keyof typeof verdicts;

export type Counts = Readonly<Partial<Record<VerdictKind, number>>>;

export function increase<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** In `now-refused` and `other-plan`: the failure code. */
  readonly code?: string;
  readonly doubt?: Doubt;
}

const planCodes: ReadonlySet<string> = new Set(["dry_run_required", "plan_stale"]);

/**
 * Compares two decisions about one call. A call that is refused either way is the `same`, whatever the codes. One that was refused and
 * now answers, by running or by a plan, `now-runs`.
 */
export function verdictOf(was: Decision, is: Decision): Verdict {
  if (was.kind === is.kind) return { kind: "same" };
  if (is.kind === "asked") return { kind: "now-asks" };
  if (is.kind === "repeated") return { kind: "now-repeats" };
  const { code } = is;
  if (code === undefined) return { kind: "now-runs" };
  return { kind: planCodes.has(code) ? "other-plan" : "now-refused", code };
}

/** Whether the candidate would have changed something. */
export function isChange(kind: VerdictKind): boolean {
  return kind !== "same" && kind !== "undecidable";
}

export function isVerdictKind(text: string): text is VerdictKind {
  return Object.hasOwn(verdicts, text);
}
