import { stepUpAgeMs, type StepUpAuth, timeSpan } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { directedId } from "../facts/directed-id.ts";
import { gateChanges } from "../facts/gate-changes.ts";
import { shown } from "../facts/json-value.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";

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
  const [id, path] = [directedId("step-up", after > before), "stepUpAuth.maxAgeMs"];
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
  const id = isUndecided ? "step-up-acr-changed" : directedId("step-up", after === undefined);
  return [{ id, path: "stepUpAuth.acr", before, after, says: `needs ${now} instead of ${former}` }];
}
