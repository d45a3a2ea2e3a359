import { stepUpAgeMs, timeSpan, type StepUpAuth, type ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { callsText, compareConditions } from "../facts/compare-conditions.ts";
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

export const stepUpRule: ClauseRule = clauseRule<StepUpId>({
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
  find(before, after) {
    const [{ stepUpAuth: was }, { stepUpAuth: is }] = [before, after];
    if (isSame(was, is)) return [];
    const byKind = kindChange(was, is);
    if (was.kind === "never" || is.kind === "never") return [...byKind, ...reasonChange(was, is)];
    return [
      ...byKind,
      ...conditionChange([was, is], [before, after]),
      ...ageChange(was, is),
      ...acrChange(was, is),
    ];
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

function conditionChange(
  [was, is]: readonly [Asked, Asked],
  tools: readonly [ToolContract, ToolContract],
): readonly Found[] {
  if (was.kind !== "when" || is.kind !== "when" || was.condition === is.condition) return [];
  const { condition: before } = was;
  const { condition: after } = is;
  const compared = compareConditions({ before, after, tools, appliesOnError: true });
  const calls = callsText(compared, ["no longer for", "newly for"]);
  const says = `needs a stronger log-in under another condition: ${shown(after)} instead of ${shown(before)}${calls}`;
  return [{ id: ofConditions[compared.difference], path: "stepUpAuth.condition", before, after, says }];
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
