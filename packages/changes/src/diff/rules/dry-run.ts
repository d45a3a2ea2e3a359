import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { json } from "../facts/json-value.ts";

const preview = "preview: { title: string }";

export const dryRun: ClauseRule = clauseRule({
  name: "dry-run",
  summary: "Whether a plan can be requested, and whether it has to be, before the act.",
  kinds: {
    "dry-run-removed": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "No plan can be requested any more: the plan tool and the argument `dryRun` are gone.",
      reverse: "dry-run-added",
    },
    "dry-run-added": {
      callers: "safe",
      safety: "tightened",
      model: "changed",
      means: "A plan can be requested before the act.",
      reverse: "dry-run-removed",
    },
    "required-dry-run-removed": {
      callers: "breaking",
      safety: "loosened",
      model: "changed",
      means: "A plan was needed before the act, and none can be requested any more.",
      reverse: "required-dry-run-added",
    },
    "required-dry-run-added": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "A call without a plan is refused.",
      reverse: "required-dry-run-removed",
    },
    "dry-run-made-optional": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "A call without a plan is no longer refused.",
      reverse: "dry-run-made-required",
    },
    "dry-run-made-required": {
      callers: "breaking",
      safety: "tightened",
      model: "unchanged",
      means: "A call without a plan is refused.",
      reverse: "dry-run-made-optional",
    },
  },
  examples: [
    {
      id: "dry-run-removed",
      path: "dryRun",
      before: { dryRun: `{ mode: supported, ${preview} }` },
      after: { dryRun: null },
    },
    {
      id: "required-dry-run-removed",
      path: "dryRun",
      before: { dryRun: `{ mode: required, ${preview} }` },
      after: { dryRun: null },
    },
    {
      id: "dry-run-made-optional",
      path: "dryRun.mode",
      before: { dryRun: `{ mode: required, ${preview} }` },
      after: { dryRun: `{ mode: supported, ${preview} }` },
    },
  ],
  find({ dryRun: was }: ToolContract, { dryRun: is }: ToolContract) {
    if (was?.mode === is?.mode) return [];
    const values = { before: json(was), after: json(is) };
    if (!is) {
      const id =
        was?.mode === "required" ? ("required-dry-run-removed" as const) : ("dry-run-removed" as const);
      return [{ id, path: "dryRun", ...values, says: "can no longer be planned: `dryRun` is gone" }];
    }
    if (!was) {
      const id = is.mode === "required" ? ("required-dry-run-added" as const) : ("dry-run-added" as const);
      const says = is.mode === "required" ? "has to be planned before each call" : "can be planned";
      return [{ id, path: "dryRun", ...values, says }];
    }
    const isLooser = is.mode === "supported";
    return [
      {
        id: isLooser ? ("dry-run-made-optional" as const) : ("dry-run-made-required" as const),
        path: "dryRun.mode",
        before: was.mode,
        after: is.mode,
        says: isLooser ? "no longer has to be planned before a call" : "has to be planned before each call",
      },
    ];
  },
});
