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
  find({ before: earlier, after: later }, manifests) {
    if (!earlier || !later) return [];
    const before = wireName(earlier, manifests.before.wireNames);
    const after = wireName(later, manifests.after.wireNames);
    // What follows from a rename alone is not told twice.
    if (before === after || (earlier.name !== later.name && !earlier.wireName && !later.wireName)) return [];
    const id = acceptedNames(later).includes(before) ? "wire-name-changed-compatibly" : "wire-name-changed";
    return [
      { id, path: "wireName", before, after, says: `is listed as \`${after}\` instead of \`${before}\`` },
    ];
  },
});
