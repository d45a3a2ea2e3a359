import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, opposites, safe } from "../facts/kinds.ts";
import { valueChange } from "../facts/value-change.ts";

export const people: ClauseRule = clauseRule({
  name: "people",
  summary: "Whether people may call a forbidden tool themselves.",
  kinds: opposites("unchanged", {
    "people-allowed": safe("People can call a tool that nobody could call. Agents still cannot."),
    "people-no-longer-allowed": breaking("Nobody can call the tool any more, people neither."),
  }),
  find: valueChange(
    "people",
    { added: "people-allowed", removed: "people-no-longer-allowed", changed: "people-allowed" },
    (is) => (is === undefined ? "can be called by nobody any more" : "can be called by people"),
  ),
});
