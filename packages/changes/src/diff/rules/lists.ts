import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, shown } from "../facts/json-value.ts";
import { breaking, dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { place } from "../facts/place.ts";

/** A rule for a list of what a caller must have: each entry makes the tool stricter. */
function entriesRule(
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

export const permission: ClauseRule = entriesRule("permission", "The permissions that a caller needs.", {
  removed: "Callers without this permission can call the tool.",
  added: "Callers without this permission are refused.",
});

export const requirement: ClauseRule = entriesRule(
  "requirement",
  "The requirements of `execution` that must hold for a call.",
  {
    removed: "The tool runs where this requirement does not hold.",
    added: "Calls are refused where this requirement does not hold.",
  },
);

export const meta: ClauseRule = clauseRule({
  name: "meta",
  summary: "The author's own keys of `_meta`, by which hosts may decide.",
  kinds: undecided("unchanged", {
    "meta-changed": dangerous("Hosts are told something else. What they make of it cannot be decided."),
  }),
  find({ meta: was = {} }, { meta: is = {} }) {
    const [earlier, later] = [was, is].map((each) => new Map(Object.entries(each)));
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
    return keys.flatMap((key) => {
      const [before, after] = [earlier?.get(key), later?.get(key)];
      if (isSame(before, after)) return [];
      const says = `has another \`_meta\` key \`${key}\`: ${shown(after, "no value")} instead of ${shown(before, "no value")}`;
      return [{ id: "meta-changed", path: place("meta", key), before, after, says }];
    });
  },
});
