import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, opposites, safe } from "../facts/kinds.ts";
import { json } from "../facts/json-value.ts";

export const dryRun: ClauseRule = clauseRule({
  name: "dry-run",
  summary: "Whether a plan can be requested, and whether it has to be, before the act.",
  kinds: {
    ...opposites("changed", {
      "dry-run-removed": breaking(
        "No plan can be requested any more: the plan tool and the argument `dryRun` are gone.",
      ),
      "dry-run-added": safe("A plan can be requested before the act."),
    }),
    ...opposites("changed", {
      "required-dry-run-removed": breaking(
        "A plan was needed before the act, and none can be requested any more.",
      ),
      "required-dry-run-added": breaking("A call without a plan is refused."),
    }),
    ...opposites("unchanged", {
      "dry-run-made-optional": safe("A call without a plan is no longer refused."),
      "dry-run-made-required": breaking("A call without a plan is refused."),
    }),
  },
  find({ dryRun: was }: ToolContract, { dryRun: is }: ToolContract) {
    if (was?.mode === is?.mode) return [];
    const values = { before: json(was), after: json(is) };
    if (!is) {
      const id = was?.mode === "required" ? "required-dry-run-removed" : "dry-run-removed";
      return [{ id, path: "dryRun", ...values, says: "can no longer be planned: `dryRun` is gone" }];
    }
    if (!was) {
      const id = is.mode === "required" ? "required-dry-run-added" : "dry-run-added";
      const says = is.mode === "required" ? "has to be planned before each call" : "can be planned";
      return [{ id, path: "dryRun", ...values, says }];
    }
    const isLooser = is.mode === "supported";
    return [
      {
        id: isLooser ? "dry-run-made-optional" : "dry-run-made-required",
        path: "dryRun.mode",
        before: was.mode,
        after: is.mode,
        says: isLooser ? "no longer has to be planned before a call" : "has to be planned before each call",
      },
    ];
  },
});
