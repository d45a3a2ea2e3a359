import { riskLevels, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, dangerous, opposites, safe } from "../facts/kinds.ts";

export const riskLevel: ClauseRule = clauseRule({
  name: "risk-level",
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
  find({ riskLevel: before }: ToolContract, { riskLevel: after }: ToolContract) {
    if (before === after) return [];
    const isLooser = riskLevels.indexOf(after) < riskLevels.indexOf(before);
    const says = `has a ${isLooser ? "lower" : "higher"} risk level: \`riskLevel\` was \`${before}\` and is \`${after}\``;
    return [
      {
        id: idOf(before === "forbidden" || after === "forbidden", isLooser),
        path: "riskLevel",
        before,
        after,
        says,
      },
    ];
  },
});

function idOf(isAboutForbidden: boolean, isLooser: boolean) {
  if (isAboutForbidden) return isLooser ? ("tool-no-longer-forbidden" as const) : ("tool-forbidden" as const);
  return isLooser ? ("risk-level-loosened" as const) : ("risk-level-tightened" as const);
}
