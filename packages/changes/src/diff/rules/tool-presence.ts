import { type ToolContract, wireName } from "@proviso/manifest";
import { type PresenceRule, presenceRule } from "../facts/change-rule.ts";
import { json } from "../facts/json-value.ts";
import { breaking, equals, neutral, opposites, safe } from "../facts/kinds.ts";

export const toolPresence: PresenceRule = presenceRule({
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
  find({ before: was, after: is }, manifests) {
    if (was && is) {
      const [before, after] = [was.name, is.name];
      if (before === after) return [];
      return [{ id: "tool-renamed", path: "name", before, after, says: `was called \`${before}\`` }];
    }
    const [before, after] = [facts(was), facts(is)];
    const isForbidden = (was ?? is)?.riskLevel === "forbidden";
    const [id, says] = is
      ? isForbidden
        ? ["forbidden-tool-added", "is a new tool that nobody may call"]
        : [
            "tool-added",
            `is a new tool, listed as \`${wireName(is, manifests.after.wireNames)}\`, of the risk level \`${is.riskLevel}\``,
          ]
      : isForbidden
        ? ["forbidden-tool-removed", "is no longer stated to be forbidden"]
        : ["tool-removed", "is removed"];
    return [{ id, path: "", before, after, says }];
  },
});

/** What identifies the tool and how dangerous it is. The whole contract is too much to show. */
function facts(tool: ToolContract | undefined) {
  if (!tool) return undefined;
  const { name, title, riskLevel, hash } = tool;
  return json({ name, title, riskLevel, hash });
}
