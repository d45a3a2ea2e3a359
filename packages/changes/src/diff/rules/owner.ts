import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { shown } from "../facts/json-value.ts";

export const owner: ClauseRule = clauseRule({
  name: "owner",
  summary: "Who answers for the tool.",
  kinds: {
    "owner-removed": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "Nobody answers for the tool.",
      reverse: "owner-added",
    },
    "owner-added": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "Somebody answers for the tool.",
      reverse: "owner-removed",
    },
    "owner-changed": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "Somebody else answers for the tool.",
      reverse: "owner-changed",
    },
  },
  examples: [
    { id: "owner-removed", path: "owner", before: { owner: "writing" }, after: { owner: null } },
    { id: "owner-changed", path: "owner", before: { owner: "writing" }, after: { owner: "editing" } },
  ],
  find({ owner: was }, { owner: is }) {
    if (was === is) return [];
    const says = `has another owner: ${shown(is, "nobody")} instead of ${shown(was, "nobody")}`;
    const id =
      is === undefined
        ? ("owner-removed" as const)
        : was === undefined
          ? ("owner-added" as const)
          : ("owner-changed" as const);
    return [{ id, path: "owner", before: was, after: is, says }];
  },
});
