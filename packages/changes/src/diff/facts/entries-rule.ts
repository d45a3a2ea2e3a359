import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "./change-rule.ts";
import { breaking, opposites, safe } from "./kinds.ts";
import { place } from "./place.ts";

interface EntriesSpec {
  /** Of one entry, such as `permission`. */
  readonly name: string;
  readonly summary: string;
  readonly field: "permissions" | "requirements";
  readonly removedMeans: string;
  readonly addedMeans: string;
}

/** A rule for a list of what a caller must have: each entry makes the tool stricter. */
export function entriesRule(spec: EntriesSpec): ClauseRule {
  const { name, summary, field, removedMeans, addedMeans } = spec;
  const [removed, added] = [`${name}-no-longer-required`, `${name}-required`];
  return clauseRule<string>({
    name,
    summary,
    kinds: opposites("unchanged", { [removed]: safe(removedMeans), [added]: breaking(addedMeans) }),
    find: ({ [field]: was }: ToolContract, { [field]: is }: ToolContract) => [
      ...without(was, is).map((entry) => ({
        id: removed,
        path: place(field, entry),
        before: entry,
        says: `no longer requires the ${name} \`${entry}\``,
      })),
      ...without(is, was).map((entry) => ({
        id: added,
        path: place(field, entry),
        after: entry,
        says: `requires the ${name} \`${entry}\``,
      })),
    ],
  });
}

function without(entries: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(entries)].filter((entry) => !others.includes(entry));
}
