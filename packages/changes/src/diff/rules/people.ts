import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { breaking, opposites, safe } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const people: ClauseRule = fieldRule("people", {
  summary: "Whether people may call a forbidden tool themselves.",
  kinds: opposites("unchanged", {
    "people-allowed": safe("People can call a tool that nobody could call. Agents still cannot."),
    "people-no-longer-allowed": breaking("Nobody can call the tool any more, people neither."),
  }),
  idOf: presenceId("people-allowed", "people-no-longer-allowed", "people-allowed"),
  says: (is) => (is === undefined ? "can be called by nobody any more" : "can be called by people"),
});
