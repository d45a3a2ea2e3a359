import type { Json, JsonObject } from "../contract/contract.ts";
import { listOf } from "../contract/is-object.ts";
import { isSameJson } from "../text/same-json.ts";

export type ApproverChange = "same" | "tightened" | "loosened";

type CompareRule = (before: Json | undefined, after: Json | undefined) => ApproverChange;

function byRank(rank: (value: Json | undefined) => number): CompareRule {
  return (before, after) => {
    const change = rank(after) - rank(before);
    if (change === 0) return "same";
    // A value that cannot be compared has the rank NaN, and counts as loosened.
    return change > 0 ? "tightened" : "loosened";
  };
}

/** Where nothing is stated, operators choose the inbox for the higher levels. `here` cannot be compared with the others. */
const placeRanks: Readonly<Record<string, number>> = { either: 0, unstated: 1, inbox: 2 };

const approverRules: Readonly<Record<string, CompareRule>> = {
  by: byRank((value) => placeRanks[typeof value === "string" ? value : "unstated"] ?? Number.NaN),
  approver: byRank((value) => (value === "other" ? 1 : 0)),
  approvers: byRank((value) => (typeof value === "number" ? value : 1)),
  // Which of two permissions fewer people have cannot be decided.
  from: () => "loosened",
  together: byRank((value) => (typeof value === "number" ? -value : -1)),
  // What can be narrowed runs with other arguments than the caller's.
  edit: (before, after) =>
    listOf(after).every((name) => listOf(before).includes(name)) ? "tightened" : "loosened",
};

/**
 * What a change of who approves, and where, means for safety: of `by`, `approver`, `approvers`,
 * `from`, `edit` and `together`. A change that cannot be decided counts as loosened.
 */
export function compareApprovers(before: JsonObject, after: JsonObject): ApproverChange {
  const [was, is] = [withPlace(before), withPlace(after)];
  const changes = Object.entries(approverRules).map(([name, compare]) =>
    isSameJson(was[name], is[name]) ? "same" : compare(was[name], is[name]),
  );
  if (changes.includes("loosened")) return "loosened";
  return changes.includes("tightened") ? "tightened" : "same";
}

/** Somebody else and several people approve in the inbox, whether that is stated or not. */
function withPlace(rules: JsonObject): JsonObject {
  const isMany = typeof rules["approvers"] === "number" && rules["approvers"] > 1;
  return isMany || rules["approver"] === "other" ? { ...rules, by: "inbox" } : rules;
}
