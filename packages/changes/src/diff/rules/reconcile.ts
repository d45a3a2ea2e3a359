import type { ToolContract } from "@proviso/manifest";
import { reader, updates } from "@proviso/compiler/page";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { json, shown } from "../facts/json-value.ts";

type ReconcileId = "reconcile-added" | "reconcile-removed" | "reconcile-changed";

export const reconcile: ClauseRule = clauseRule<ReconcileId>({
  name: "reconcile",
  summary: "Which tool finds out what became of a call whose outcome is unknown.",
  kinds: {
    "reconcile-added": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "Some outcomes that were unknown are found out.",
      reverse: "reconcile-removed",
    },
    "reconcile-removed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means: "Outcomes that were found out stay unknown.",
      reverse: "reconcile-added",
    },
    "reconcile-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means: "Another tool says what became of a call.",
      reverse: "reconcile-changed",
    },
  },
  examples: [
    {
      id: "reconcile-added",
      path: "reconcile",
      before: { ...updates, reconcile: null },
      after: { ...updates, reconcile: "notes.find" },
      others: reader("find"),
    },
    {
      id: "reconcile-changed",
      path: "reconcile",
      before: { ...updates, reconcile: "notes.find" },
      after: { ...updates, reconcile: "notes.look_up" },
      others: `${reader("find")}${reader("look_up")}`,
    },
  ],
  find({ reconcile: was }: ToolContract, { reconcile: is }: ToolContract) {
    if (was === is) return [];
    const change = { path: "reconcile", before: json(was), after: json(is) };
    if (is === undefined)
      return [{ ...change, id: "reconcile-removed", says: "finds out no unknown outcome" }];
    const id = was === undefined ? "reconcile-added" : "reconcile-changed";
    return [{ ...change, id, says: `asks ${shown(is)} what became of a call` }];
  },
});
