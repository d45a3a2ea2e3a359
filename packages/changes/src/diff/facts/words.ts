import type { ToolContract } from "@proviso/manifest";
import type { ClauseRule } from "./change-rule.ts";
import type { Verdicts } from "./change.ts";
import { fieldRule } from "./field-rule.ts";
import { shown } from "./json-value.ts";
import { neutral, safe } from "./kinds.ts";

/** A rule for a field that is read and decides nothing. `isAsked`: the question to a person shows it. */
export function words(
  field: "title" | "icons" | "wireRefs" | "description" | "summary" | "category" | "metadata" | "examples",
  summary: string,
  means: string,
  model: Verdicts["model"] = "unchanged",
  isAsked = false,
): ClauseRule {
  const id = field === "wireRefs" ? "wire-refs-changed" : `${field}-changed`;
  return fieldRule<keyof ToolContract>(field, {
    summary,
    kinds: neutral(model, { [id]: isAsked ? safe(means, "people who approve a call") : safe(means) }),
    idOf: () => id,
    says: (is) =>
      is === undefined ? `no longer has \`${field}\`` : `has another \`${field}\`: ${shown(is)}`,
  });
}
