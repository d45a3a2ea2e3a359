import type { ClauseRule } from "../facts/change-rule.ts";
import { entriesRule } from "../facts/entries-rule.ts";

export const permission: ClauseRule = entriesRule({
  name: "permission",
  summary: "The permissions that a caller needs.",
  field: "permissions",
  removedMeans: "Callers without this permission can call the tool.",
  addedMeans: "Callers without this permission are refused.",
});
