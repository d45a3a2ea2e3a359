import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, undecided } from "../facts/kinds.ts";
import { isSame, json, shown } from "../facts/json-value.ts";
import { place } from "../facts/place.ts";

export const meta: ClauseRule = clauseRule({
  name: "meta",
  summary: "The author's own keys of `_meta`, by which hosts may decide.",
  kinds: undecided("unchanged", {
    "meta-changed": dangerous("Hosts are told something else. What they make of it cannot be decided."),
  }),
  find({ meta: was = {} }, { meta: is = {} }) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
    return keys.flatMap((key) => {
      const [before, after] = [own(was, key), own(is, key)];
      if (isSame(before, after)) return [];
      const says = `has another \`_meta\` key \`${key}\`: ${shown(after, "no value")} instead of ${shown(before, "no value")}`;
      return [{ id: "meta-changed" as const, path: place("meta", key), before, after, says }];
    });
  },
});

function own(map: object, key: string) {
  return Object.hasOwn(map, key) ? json((map as Record<string, object>)[key]) : undefined;
}
