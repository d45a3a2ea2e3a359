import { riskLevels } from "@proviso/manifest";
import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { breaking, dangerous, opposites, safe } from "../facts/kinds.ts";

export const riskLevel: ClauseRule = fieldRule("riskLevel", {
  summary: "The risk level, from `low` to `forbidden`.",
  kinds: {
    ...opposites("unchanged", {
      "risk-level-loosened": safe("The level is lower, so the server, the guard and hosts check less."),
      "risk-level-tightened": dangerous(
        "The level is higher, so a person may be asked or a log-in be needed before a call that went through.",
      ),
    }),
    ...opposites("changed", {
      "tool-no-longer-forbidden": safe("A tool that nobody could call is listed and can be called."),
      "tool-forbidden": breaking("Nobody can call the tool any more, and it is not listed."),
    }),
  },
  idOf(was, is) {
    if (is === "forbidden") return "tool-forbidden";
    if (was === "forbidden") return "tool-no-longer-forbidden";
    return riskLevels.indexOf(is) < riskLevels.indexOf(was) ? "risk-level-loosened" : "risk-level-tightened";
  },
  says: (is, was) =>
    `has a ${riskLevels.indexOf(is) < riskLevels.indexOf(was) ? "lower" : "higher"} risk level: \`riskLevel\` was \`${was}\` and is \`${is}\``,
});
