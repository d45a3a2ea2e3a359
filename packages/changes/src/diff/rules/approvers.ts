import { approverLeeway, approverText, compareApprovers, type Confirmation } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { json } from "../facts/json-value.ts";
import { dangerous, opposites, safe } from "../facts/kinds.ts";

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
