import { impliedFailureCodes, isObject, metaKeys, type JsonObject } from "@proviso/manifest";
import type { Call, Change, Claim, Clause, Step, Tool } from "../model.ts";

export function claimIf(is: boolean, text: string, source: Claim["source"] = "contract"): Claim | undefined {
  return is ? { text, source } : undefined;
}

/** A clause's `judge`: what `observe` returns refutes the claim; else it survives if a step `shows` something, and not by a stored outcome. */
export function judging(
  observe: (...given: Parameters<Clause["judge"]>) => string | undefined,
  shows: (step: Step) => boolean = wasSeen,
): Clause["judge"] {
  return (tool, steps, world) => {
    const observed = observe(tool, steps, world);
    if (observed !== undefined) return { kind: "refuted", observed };
    const isShown = steps.some((step) => shows(step) && !wasReplayed(step));
    return { kind: isShown ? "survived" : "void" };
  };
}

export const wasDone = ({ answer }: Step): boolean => answer.kind === "result";
/** What goes through a tunnel is encrypted: what the call did there is not known. */
export const wasHidden = ({ changes }: Step): boolean =>
  changes.some(({ what }) => what.startsWith("CONNECT "));
const wasSeen = (step: Step): boolean => wasDone(step) && !wasHidden(step);
export const wasAnswered = ({ answer }: Step): boolean => answer.kind !== "none";

export const wasRun = (step: Step): boolean => wasDone(step) && !wasReplayed(step);

/** Whether the stored result of an earlier call came back and nothing was done: it shows neither a run nor a refusal. */
export function wasReplayed(step: Step): boolean {
  const outcome = step.answer.meta?.[metaKeys.outcome];
  return isObject(outcome) && outcome["replayed"] === true && effectsIn([step]).length === 0;
}

export const replayedText = "the server answered with the outcome of an earlier call";

/** A call that ends with one of these codes, which follow from the contract too, may have run. */
const endsOfRuns = /^(?:cancelled|outcome_unknown|timeout|internal_error)$/;
const refusalCodes = ["", "input_required", ...impliedFailureCodes.filter((code) => !endsOfRuns.test(code))];

/** Whether the tool itself answered: with a result, or with a failure that no check before it makes. */
export const wasExecuted = (step: Step): boolean =>
  wasRun(step) || (step.answer.kind === "failed" && !refusalCodes.includes(step.answer.code ?? ""));

export function callOf(tool: Partial<Tool> | undefined, args: JsonObject, rest: Partial<Call> = {}): Call {
  return { kind: "call", tool: tool?.name ?? "", arguments: args, ...rest };
}

/** Changes that are effects: not requests that only read, and not the audit trail, which every call writes. */
export const effectsIn = (steps: readonly Step[]): readonly Change[] =>
  changesIn(steps).filter(({ kind, oracle }) => kind !== "asked" && oracle !== "audit");

export const changesIn = (steps: readonly Step[]): Change[] => steps.flatMap(({ changes }) => changes);

const shownChanges = 3;

/** A sentence such as "a call changed something: files: added a.txt; removed b.txt"; undefined without changes. */
export function told(what: string, changes: readonly Change[]): string | undefined {
  const texts = changes.slice(0, shownChanges).map((each) => `${each.oracle}: ${each.kind} ${each.what}`);
  const more = changes.length > shownChanges ? `; and ${changes.length - shownChanges} more` : "";
  return texts.length === 0 ? undefined : `${what}: ${texts.join("; ")}${more}`;
}

/** A clause's `missing`, if nothing is watched but the audit trail. */
export const needsOracle: NonNullable<Clause["missing"]> = (_tool, { oracles }) =>
  oracles.some((name) => name !== "audit" && name !== "client")
    ? undefined
    : "an oracle that watches what it could change, such as --watch-folder or --sqlite";
