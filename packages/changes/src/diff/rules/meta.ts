import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, shown } from "../facts/json-value.ts";
import { dangerous, undecided } from "../facts/kinds.ts";
import { place } from "../facts/place.ts";

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
