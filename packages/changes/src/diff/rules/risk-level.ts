import { riskLevels, type ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";

const reversible = { sideEffects: "[{ updates: The note., reversible: true }]" };

export const riskLevel: ClauseRule = clauseRule({
  name: "risk-level",
  summary: "The risk level, from `low` to `forbidden`.",
  kinds: {
    "risk-level-loosened": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "The level is lower, so the server, the guard and hosts check less.",
      reverse: "risk-level-tightened",
    },
    "risk-level-tightened": {
      callers: "dangerous",
      safety: "tightened",
      model: "unchanged",
      means:
        "The level is higher, so a person may be asked or a log-in be needed before a call that went through.",
      reverse: "risk-level-loosened",
    },
    "tool-no-longer-forbidden": {
      callers: "safe",
      safety: "loosened",
      model: "changed",
      means: "A tool that nobody could call is listed and can be called.",
      reverse: "tool-forbidden",
    },
    "tool-forbidden": {
      callers: "breaking",
      safety: "tightened",
      model: "changed",
      means: "Nobody can call the tool any more, and it is not listed.",
      reverse: "tool-no-longer-forbidden",
    },
  },
  examples: [
    {
      id: "risk-level-loosened",
      path: "riskLevel",
      before: { riskLevel: "medium", ...reversible },
      after: { riskLevel: "low", ...reversible },
    },
    {
      id: "tool-no-longer-forbidden",
      path: "riskLevel",
      before: { riskLevel: "forbidden" },
      after: { riskLevel: "high" },
    },
  ],
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
