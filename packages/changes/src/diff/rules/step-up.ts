import { stepUpAgeMs, timeSpan, type StepUpAuth } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { compareConditions } from "../facts/compare-conditions.ts";
import { isSame, json, shown } from "../facts/json-value.ts";

type StepUpId =
  | "step-up-loosened"
  | "step-up-tightened"
  | "step-up-condition-changed"
  | "step-up-condition-rewritten"
  | "step-up-acr-changed"
  | "step-up-reason-changed";
type Found = FoundChange<StepUpId>;
type Asked = Exclude<StepUpAuth, { readonly kind: "never" }>;

const strictness = ["never", "when", "always"];

export const stepUp: ClauseRule = clauseRule<StepUpId>({
  name: "step-up",
  summary: "When stronger or fresher authentication is needed, and which.",
  kinds: {
    "step-up-loosened": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "A stronger log-in is needed for fewer calls, or an older or a weaker one is enough.",
      reverse: "step-up-tightened",
    },
    "step-up-tightened": {
      callers: "dangerous",
      safety: "tightened",
      model: "unchanged",
      means: "A stronger log-in is needed for more calls, or it has to be fresher or stronger.",
      reverse: "step-up-loosened",
    },
    "step-up-condition-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means: "The condition is another one. Which of the two holds for more calls cannot be decided.",
      reverse: "step-up-condition-changed",
    },
    "step-up-condition-rewritten": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "The condition is written otherwise, and holds for the same calls.",
      reverse: "step-up-condition-rewritten",
    },
    "step-up-acr-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means: "Another authentication context is needed. Which of the two is stronger cannot be decided.",
      reverse: "step-up-acr-changed",
    },
    "step-up-reason-changed": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "The reason for which no stronger log-in is needed is worded otherwise.",
      reverse: "step-up-reason-changed",
    },
  },
  examples: [
    {
      id: "step-up-loosened",
      path: "stepUpAuth",
      before: { stepUpAuth: "always" },
      after: { stepUpAuth: "never" },
    },
    {
      id: "step-up-loosened",
      path: "stepUpAuth.maxAgeMs",
      before: { stepUpAuth: "always" },
      after: { stepUpAuth: "{ always: true, maxAge: 1h }" },
    },
    {
      id: "step-up-loosened",
      path: "stepUpAuth.maxAgeMs",
      before: { stepUpAuth: "{ always: true, maxAge: 15m, acr: phr }" },
      after: { stepUpAuth: "{ always: true, acr: phr }" },
    },
    {
      id: "step-up-condition-changed",
      path: "stepUpAuth.condition",
      before: { stepUpAuth: "{ when: input.noteId == 'a' }" },
      after: { stepUpAuth: "{ when: input.noteId == 'b' }" },
    },
    {
      id: "step-up-tightened",
      path: "stepUpAuth.condition",
      before: { stepUpAuth: "{ when: input.noteId == 'a' }" },
      after: { stepUpAuth: "{ when: \"input.noteId in ['a', 'b']\" }" },
    },
    {
      id: "step-up-condition-rewritten",
      path: "stepUpAuth.condition",
      before: { stepUpAuth: "{ when: input.noteId == 'a' }" },
      after: { stepUpAuth: "{ when: \"'a' == input.noteId\" }" },
    },
    {
      id: "step-up-acr-changed",
      path: "stepUpAuth.acr",
      before: { stepUpAuth: "{ always: true, acr: phr }" },
      after: { stepUpAuth: "{ always: true, acr: phrh }" },
    },
    {
      id: "step-up-reason-changed",
      path: "stepUpAuth.reason",
      before: { stepUpAuth: "{ never: true, reason: Only reads. }" },
      after: { stepUpAuth: "{ never: true, reason: It changes nothing. }" },
    },
  ],
  find({ stepUpAuth: was }, { stepUpAuth: is }) {
    if (isSame(was, is)) return [];
    const byKind = kindChange(was, is);
    if (was.kind === "never" || is.kind === "never") return [...byKind, ...reasonChange(was, is)];
    return [...byKind, ...conditionChange(was, is), ...ageChange(was, is), ...acrChange(was, is)];
  },
});

function kindChange(was: StepUpAuth, is: StepUpAuth): readonly Found[] {
  if (was.kind === is.kind) return [];
  const isLooser = strictness.indexOf(is.kind) < strictness.indexOf(was.kind);
  const says = `needs a stronger log-in ${isLooser ? "less" : "more"} often: \`stepUpAuth\` was \`${was.kind}\` and is \`${is.kind}\``;
  return [{ ...directed(isLooser), path: "stepUpAuth", before: json(was), after: json(is), says }];
}

function reasonChange(was: StepUpAuth, is: StepUpAuth): readonly Found[] {
  if (was.kind !== "never" || is.kind !== "never") return [];
  const says =
    is.reason === undefined
      ? "gives no reason any more to need no stronger log-in"
      : `has another reason to need no stronger log-in: ${shown(is.reason)}`;
  const path = "stepUpAuth.reason";
  return [{ id: "step-up-reason-changed", path, before: was.reason, after: is.reason, says }];
}

function conditionChange(was: Asked, is: Asked): readonly Found[] {
  if (was.kind !== "when" || is.kind !== "when" || was.condition === is.condition) return [];
  const says = `needs a stronger log-in under another condition: ${shown(is.condition)} instead of ${shown(was.condition)}`;
  const path = "stepUpAuth.condition";
  const id = ofConditions[compareConditions(was.condition, is.condition)];
  return [{ id, path, before: was.condition, after: is.condition, says }];
}

const ofConditions = {
  wider: "step-up-tightened",
  narrower: "step-up-loosened",
  same: "step-up-condition-rewritten",
  unclear: "step-up-condition-changed",
} as const;

function ageChange(was: Asked, is: Asked): readonly Found[] {
  const [before, after] = [stepUpAgeMs(was), stepUpAgeMs(is)];
  if (before === after) return [];
  const says = `takes a log-in of ${ageText(after)} instead of ${ageText(before)}`;
  const path = "stepUpAuth.maxAgeMs";
  return [{ ...directed(after > before), path, before: was.maxAgeMs, after: is.maxAgeMs, says }];
}

function ageText(ageMs: number): string {
  return ageMs === Infinity ? "any age" : `${timeSpan(ageMs)} ago`;
}

function acrChange(was: Asked, is: Asked): readonly Found[] {
  if (was.acr === is.acr) return [];
  const isUndecided = was.acr !== undefined && is.acr !== undefined;
  const [now, before] = [is.acr, was.acr].map((acr) =>
    acr === undefined ? "no particular authentication context" : `the authentication context ${shown(acr)}`,
  );
  const says = `needs ${now} instead of ${before}`;
  const which = isUndecided ? { id: "step-up-acr-changed" as const } : directed(is.acr === undefined);
  return [{ ...which, path: "stepUpAuth.acr", before: was.acr, after: is.acr, says }];
}

function directed(isLooser: boolean): { readonly id: StepUpId } {
  return { id: isLooser ? "step-up-loosened" : "step-up-tightened" };
}
