import { type ClauseRule, clauseRule } from "./change-rule.ts";
import { breaking, opposites, safe } from "./kinds.ts";
import { place } from "./place.ts";

/** A rule for a list of what a caller must have: each entry makes the tool stricter. */
export function entriesRule(
  name: "permission" | "requirement",
  summary: string,
  means: { readonly removed: string; readonly added: string },
): ClauseRule {
  const field = `${name}s` as const;
  const [removed, added] = [`${name}-no-longer-required`, `${name}-required`];
  return clauseRule({
    name,
    summary,
    kinds: opposites("unchanged", { [removed]: safe(means.removed), [added]: breaking(means.added) }),
    find: ({ [field]: was }, { [field]: is }) => [
      ...without(was, is).map((before) => ({
        id: removed,
        path: place(field, before),
        before,
        says: `no longer requires the ${name} \`${before}\``,
      })),
      ...without(is, was).map((after) => ({
        id: added,
        path: place(field, after),
        after,
        says: `requires the ${name} \`${after}\``,
      })),
    ],
  });
}

function without(entries: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(entries)].filter((entry) => !others.includes(entry));
}
