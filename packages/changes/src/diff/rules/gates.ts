import {
  approverLeeway,
  approverText,
  compareApprovers,
  type Confirmation,
  stepUpAgeMs,
  type StepUpAuth,
  timeSpan,
  type ToolContract,
} from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { callsText, type ConditionDifference, compareConditions } from "../facts/compare-conditions.ts";
import { json, shown } from "../facts/json-value.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";

/** The words for the gates, and for calls about which only the earlier or only the later one asks. */
interface GateWords {
  /** What the ids begin with. */
  readonly name: string;
  readonly asks: string;
  readonly calls: readonly [noLonger: string, newly: string];
}

/** From free to strict. */
const gateKinds = ["never", "when", "always"];

/** Whether something is asked before more or fewer calls. */
function gateChanges(
  field: "confirmation" | "stepUpAuth",
  { name, asks, calls }: GateWords,
  tools: readonly [ToolContract, ToolContract],
): readonly FoundChange[] {
  const [was, is] = [tools[0][field], tools[1][field]];
  if (was.kind !== is.kind) {
    const isLooser = gateKinds.indexOf(is.kind) < gateKinds.indexOf(was.kind);
    const says = `${asks} ${isLooser ? "less" : "more"} often: \`${field}\` was \`${was.kind}\` and is \`${is.kind}\``;
    return [{ id: directed(name, isLooser), path: field, before: json(was), after: json(is), says }];
  }
  if (was.kind !== "when" || is.kind !== "when" || was.condition === is.condition) return [];
  const [before, after] = [was.condition, is.condition];
  const compared = compareConditions({ before, after, tools, appliesOnError: true });
  const says = `${asks} under another condition: ${shown(after)} instead of ${shown(before)}${callsText(compared, calls)}`;
  const id = `${name}-${ofConditions[compared.difference]}`;
  return [{ id, path: `${field}.condition`, before, after, says }];
}

const ofConditions: Readonly<Record<ConditionDifference, string>> = {
  wider: "tightened",
  narrower: "loosened",
  same: "condition-rewritten",
  unclear: "condition-changed",
};

function directed(name: string, isLooser: boolean): string {
  return `${name}-${isLooser ? "loosened" : "tightened"}`;
}

export const confirmation: ClauseRule = clauseRule({
  name: "confirmation",
  summary: "When a person must approve a call.",
  kinds: {
    ...opposites("unchanged", {
      "confirmation-loosened": safe("A person is asked before fewer calls, or before none."),
      "confirmation-tightened": dangerous(
        "A person is asked before more calls. A caller whose client cannot ask is refused.",
      ),
    }),
    ...undecided("unchanged", {
      "confirmation-condition-changed": dangerous(
        "The condition is another one. Each of the two asks before calls that the other does not, or this cannot be decided.",
      ),
    }),
    ...neutral("unchanged", {
      "confirmation-condition-rewritten": safe(
        "The condition is written otherwise, and holds for the same calls.",
      ),
    }),
  },
  find: (...tools) =>
    gateChanges(
      "confirmation",
      { name: "confirmation", asks: "asks a person", calls: ["no longer asks about", "newly asks about"] },
      tools,
    ),
});

export const approvers: ClauseRule = clauseRule({
  name: "approvers",
  summary: "Who approves a call, and where.",
  kinds: opposites("unchanged", {
    "approvers-loosened": safe(
      "Other or fewer people approve, or in other places, or they may change more; or that cannot be decided.",
    ),
    "approvers-tightened": dangerous("More people approve, or in fewer places."),
  }),
  find({ confirmation: was }, { confirmation: is }) {
    const change = compareApprovers({ ...was }, { ...is });
    // Where one side never asks, its approvers do not matter.
    if (change === "same" || was.kind === "never" || is.kind === "never") return [];
    const says = approversText(was, is, change);
    return [{ id: `approvers-${change}`, path: "confirmation", before: json(was), after: json(is), says }];
  },
});

/** Says what changed: who approves, what an approver may do, or both. */
function approversText(was: Confirmation, is: Confirmation, change: "loosened" | "tightened"): string {
  const [leewayBefore, leeway] = [was, is].map((rules) => approverLeeway(rules) || "say yes or no");
  const [whoBefore, whoNow] = [was, is].map((rules) => approverText(rules) || "what the level asks for");
  const may = `lets an approver ${leeway} (before: ${leewayBefore})`;
  const who = `${whoNow} instead of ${whoBefore}`;
  if (approverText(was) === approverText(is)) return may;
  if (leeway !== leewayBefore) return `changes who approves, ${who}, and ${may}`;
  return change === "loosened"
    ? `lets other or fewer people approve, or elsewhere: ${who}`
    : `wants more people to approve, or in fewer places: ${who}`;
}

export const stepUp: ClauseRule = clauseRule({
  name: "step-up",
  summary: "When stronger or fresher authentication is needed, and which.",
  kinds: {
    ...opposites("unchanged", {
      "step-up-loosened": safe(
        "A stronger log-in is needed for fewer calls, or an older or a weaker one is enough.",
      ),
      "step-up-tightened": dangerous(
        "A stronger log-in is needed for more calls, or it has to be fresher or stronger.",
      ),
    }),
    ...undecided("unchanged", {
      "step-up-condition-changed": dangerous(
        "The condition is another one. Each of the two holds for calls that the other does not, or this cannot be decided.",
      ),
    }),
    ...neutral("unchanged", {
      "step-up-condition-rewritten": safe(
        "The condition is written otherwise, and holds for the same calls.",
      ),
    }),
    ...undecided("unchanged", {
      "step-up-acr-changed": dangerous(
        "Another authentication context is needed. Which of the two is stronger cannot be decided.",
      ),
    }),
    ...neutral("unchanged", {
      "step-up-reason-changed": safe(
        "The reason for which no stronger log-in is needed is worded otherwise.",
      ),
    }),
  },
  find: (...tools) => [
    ...gateChanges(
      "stepUpAuth",
      { name: "step-up", asks: "needs a stronger log-in", calls: ["no longer for", "newly for"] },
      tools,
    ),
    ...logInChanges(tools[0].stepUpAuth, tools[1].stepUpAuth),
  ],
});

/** What the log-in has to be, or why none is needed. */
function logInChanges(was: StepUpAuth, is: StepUpAuth): readonly FoundChange[] {
  if (was.kind !== "never" && is.kind !== "never") return [...ageChange(was, is), ...acrChange(was, is)];
  if (was.kind !== is.kind || was.kind !== "never" || is.kind !== "never" || was.reason === is.reason)
    return [];
  const says =
    is.reason === undefined
      ? "gives no reason any more to need no stronger log-in"
      : `has another reason to need no stronger log-in: ${shown(is.reason)}`;
  const path = "stepUpAuth.reason";
  return [{ id: "step-up-reason-changed", path, before: was.reason, after: is.reason, says }];
}

type Asked = Exclude<StepUpAuth, { readonly kind: "never" }>;

function ageChange(was: Asked, is: Asked): readonly FoundChange[] {
  const [before, after] = [stepUpAgeMs(was), stepUpAgeMs(is)];
  if (before === after) return [];
  const says = `takes a log-in of ${ageText(after)} instead of ${ageText(before)}`;
  const [id, path] = [directed("step-up", after > before), "stepUpAuth.maxAgeMs"];
  return [{ id, path, before: was.maxAgeMs, after: is.maxAgeMs, says }];
}

function ageText(ageMs: number): string {
  return ageMs === Infinity ? "any age" : `${timeSpan(ageMs)} ago`;
}

function acrChange({ acr: before }: Asked, { acr: after }: Asked): readonly FoundChange[] {
  if (before === after) return [];
  const isUndecided = before !== undefined && after !== undefined;
  const [now, former] = [after, before].map((acr) =>
    acr === undefined ? "no particular authentication context" : `the authentication context ${shown(acr)}`,
  );
  const id = isUndecided ? "step-up-acr-changed" : directed("step-up", after === undefined);
  return [{ id, path: "stepUpAuth.acr", before, after, says: `needs ${now} instead of ${former}` }];
}
