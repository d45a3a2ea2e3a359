import { acceptedNames, wireName } from "@proviso/manifest";
import { type PresenceRule, presenceRule } from "../facts/change-rule.ts";

export const wireNameRule: PresenceRule = presenceRule({
  name: "wire-name",
  summary: "The name under which the tool is listed over MCP.",
  kinds: {
    "wire-name-changed": {
      callers: "breaking",
      safety: "unchanged",
      model: "changed",
      means: "The tool is listed under another name, and calls under the former one are refused.",
      reverse: "wire-name-changed",
    },
    "wire-name-changed-compatibly": {
      callers: "dangerous",
      safety: "unchanged",
      model: "changed",
      means:
        "The tool is listed under another name. Calls under the former one are accepted; settings of hosts that name the tool no longer apply.",
      reverse: "wire-name-changed",
    },
  },
  find({ before, after }, manifests) {
    if (!before || !after) return [];
    const was = wireName(before, manifests.before.wireNames);
    const is = wireName(after, manifests.after.wireNames);
    // What follows from a rename alone is not told twice.
    if (was === is || (before.name !== after.name && !before.wireName && !after.wireName)) return [];
    const id = acceptedNames(after).includes(was)
      ? ("wire-name-changed-compatibly" as const)
      : ("wire-name-changed" as const);
    return [
      { id, path: "wireName", before: was, after: is, says: `is listed as \`${is}\` instead of \`${was}\`` },
    ];
  },
});
