import type { ToolContract } from "@proviso/manifest";
import { type ChangeExample, type ClauseRule, clauseRule } from "./change-rule.ts";
import type { FoundChange } from "./change.ts";
import { place } from "./place.ts";

interface EntriesSpec<Name extends string> {
  /** Of one entry, such as `permission`. */
  readonly name: Name;
  readonly summary: string;
  readonly field: "permissions" | "requirements";
  readonly removedMeans: string;
  readonly addedMeans: string;
  readonly examples: readonly ChangeExample<EntriesId<NoInfer<Name>>>[];
}

type EntriesId<Name extends string> = `${Name}-no-longer-required` | `${Name}-required`;

/** A rule for a list of what a caller must have: each entry makes the tool stricter. */
export function entriesRule<Name extends string>(spec: EntriesSpec<Name>): ClauseRule<EntriesId<Name>> {
  const { name, summary, field, removedMeans, addedMeans, examples } = spec;
  const [removed, added] = [`${name}-no-longer-required` as const, `${name}-required` as const];
  const kinds = {
    [removed]: {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: removedMeans,
      reverse: added,
    },
    [added]: {
      callers: "breaking",
      safety: "tightened",
      model: "unchanged",
      means: addedMeans,
      reverse: removed,
    },
  } as ClauseRule<EntriesId<Name>>["kinds"];
  const found = (id: EntriesId<Name>, entry: string, says: string): FoundChange<EntriesId<Name>> => ({
    id,
    path: place(field, entry),
    ...(id === removed ? { before: entry } : { after: entry }),
    says,
  });
  return clauseRule<EntriesId<Name>>({
    name,
    summary,
    kinds,
    examples,
    find: (before: ToolContract, after: ToolContract) => [
      ...without(before[field], after[field]).map((entry) =>
        found(removed, entry, `no longer requires the ${name} \`${entry}\``),
      ),
      ...without(after[field], before[field]).map((entry) =>
        found(added, entry, `requires the ${name} \`${entry}\``),
      ),
    ],
  });
}

function without(entries: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(entries)].filter((entry) => !others.includes(entry));
}
