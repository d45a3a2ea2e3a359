import type { ClauseRule } from "../facts/change-rule.ts";
import { entriesRule } from "../facts/entries-rule.ts";

export const permission: ClauseRule = entriesRule("permission", "The permissions that a caller needs.", {
  removed: "Callers without this permission can call the tool.",
  added: "Callers without this permission are refused.",
});
