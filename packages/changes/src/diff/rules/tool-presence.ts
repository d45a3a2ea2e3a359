import { type ToolContract, wireName, type WireNames } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type PresenceRule, presenceRule } from "../facts/change-rule.ts";
import { breaking, equals, neutral, opposites, safe } from "../facts/kinds.ts";
import { json } from "../facts/json-value.ts";

type PresenceId =
  | "tool-added"
  | "tool-removed"
  | "forbidden-tool-added"
  | "forbidden-tool-removed"
  | "tool-renamed";
type Found = FoundChange<PresenceId>;

export const toolPresence: PresenceRule = presenceRule<PresenceId>({
  name: "tool-presence",
  summary: "Which tools there are. A removed and an added tool with the same contents are one renamed tool.",
  kinds: {
    ...equals("changed", {
      "tool-added": safe("There is a new tool. Its own contract says how it is protected."),
      "tool-removed": breaking("Calls of the tool are refused."),
    }),
    ...opposites("unchanged", {
      "forbidden-tool-removed": safe("The product no longer states that the tool is forbidden."),
      "forbidden-tool-added": safe("The product states of one more tool that nobody may call it."),
    }),
    ...neutral("changed", {
      "tool-renamed": breaking(
        "The tool is called by another name. Other changes of its contract are listed beside this one.",
      ),
    }),
  },
  find({ before, after }, manifests): readonly Found[] {
    if (before && after) return renamed(before, after);
    if (after) return [added(after, manifests.after.wireNames)];
    return before ? [removed(before)] : [];
  },
});

function renamed({ name: before }: ToolContract, { name: after }: ToolContract): readonly Found[] {
  if (before === after) return [];
  return [{ id: "tool-renamed", path: "name", before, after, says: `was called \`${before}\`` }];
}

function added(tool: ToolContract, wireNames: WireNames): Found {
  if (tool.riskLevel === "forbidden")
    return {
      id: "forbidden-tool-added",
      path: "",
      after: json(facts(tool)),
      says: "is a new tool that nobody may call",
    };
  const says = `is a new tool, listed as \`${wireName(tool, wireNames)}\`, of the risk level \`${tool.riskLevel}\``;
  return { id: "tool-added", path: "", after: json(facts(tool)), says };
}

function removed(tool: ToolContract): Found {
  if (tool.riskLevel === "forbidden")
    return {
      id: "forbidden-tool-removed",
      path: "",
      before: json(facts(tool)),
      says: "is no longer stated to be forbidden",
    };
  return { id: "tool-removed", path: "", before: json(facts(tool)), says: "is removed" };
}

/** What identifies the tool and how dangerous it is. The whole contract is too much to show. */
function facts({ name, title, riskLevel, hash }: ToolContract) {
  return { name, title, riskLevel, hash };
}
