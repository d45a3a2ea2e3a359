import { type Idempotency, type Json, timeSpan, type ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { isSame, json, shown } from "../facts/json-value.ts";

export const idempotency: ClauseRule = clauseRule({
  name: "idempotency",
  summary: "What a repeated call means, by which arguments it is recognized, and for how long.",
  kinds: {
    ...opposites("changed", {
      "idempotency-removed": breaking("A repeated call acts again."),
      "idempotency-added": dangerous("A repeated call returns the stored outcome instead of acting again."),
    }),
    ...undecided("changed", {
      "idempotency-key-changed": dangerous(
        "Calls are recognized as repeated by other arguments, so some that were one call are two, or the reverse. Until the stored outcomes expire, none of them is found.",
      ),
    }),
    ...opposites("changed", {
      "idempotency-shortened": dangerous("A repeated call acts again sooner."),
      "idempotency-lengthened": dangerous("A repeated call returns the stored outcome for longer."),
    }),
    ...opposites("changed", {
      "idempotency-condition-added": dangerous(
        "The stored outcome is used only while a condition holds; otherwise a repeated call acts again.",
      ),
      "idempotency-condition-removed": dangerous("The stored outcome is used whatever has changed since."),
    }),
    ...undecided("changed", {
      "idempotency-condition-changed": dangerous(
        "The stored outcome is used under another condition. Which of the two holds for longer cannot be decided.",
      ),
    }),
    ...neutral("changed", {
      "on-repeat-changed": safe("What a repeated call returns is worded otherwise."),
    }),
  },
  find({ idempotency: was }: ToolContract, { idempotency: is }: ToolContract) {
    if (was && is) return [...keyChange(was, is), ...ttlChange(was, is), ...textChanges(was, is)];
    if (!was && !is) return [];
    const says = is ? "recognizes repeated calls" : "no longer recognizes repeated calls: each acts again";
    const id = is ? "idempotency-added" : "idempotency-removed";
    return [{ id, path: "idempotency", before: json(was), after: json(is), says }];
  },
});

function keyChange(was: Idempotency, is: Idempotency): readonly FoundChange[] {
  if (isSame(was.key.toSorted(), is.key.toSorted())) return [];
  const says = `recognizes repeated calls by ${shown(is.key)} instead of ${shown(was.key)}`;
  return [{ id: "idempotency-key-changed", path: "idempotency.key", before: was.key, after: is.key, says }];
}

function ttlChange(was: Idempotency, is: Idempotency): readonly FoundChange[] {
  if (was.ttlMs === is.ttlMs) return [];
  const id = is.ttlMs < was.ttlMs ? "idempotency-shortened" : "idempotency-lengthened";
  const says = `recognizes repeated calls for ${timeSpan(is.ttlMs)} instead of ${timeSpan(was.ttlMs)}`;
  return [{ id, path: "idempotency.ttlMs", before: was.ttlMs, after: is.ttlMs, says }];
}

function textChanges(was: Idempotency, is: Idempotency): readonly FoundChange[] {
  return [
    ...textChange("until", conditionId(was.until, is.until), was.until, is.until),
    ...textChange("onRepeat", "on-repeat-changed", was.onRepeat, is.onRepeat),
  ];
}

function conditionId(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return "idempotency-condition-added";
  return is === undefined ? "idempotency-condition-removed" : "idempotency-condition-changed";
}

function textChange(
  name: "until" | "onRepeat",
  id: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly FoundChange[] {
  if (before === after) return [];
  const says =
    name === "until"
      ? `uses stored outcomes ${after === undefined ? "whatever holds" : `while ${shown(after)}`}`
      : `says ${after === undefined ? "nothing of repeated calls" : `of repeated calls: ${shown(after)}`}`;
  return [{ id, path: `idempotency.${name}`, before, after, says }];
}
