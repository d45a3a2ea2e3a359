import { isOwnMetaKey } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const reservedMeta: ToolRule = toolRule({
  code: "contract/reserved-meta",
  summary:
    "A tool's `_meta` leaves out the keys that are derived from the contract, such as `dev.proviso/contract`.",
  check({ written }, report) {
    if (!written._meta) return;
    for (const key of Object.keys(written._meta.value).filter(isOwnMetaKey))
      report(
        `\`${key}\` in \`_meta\` is derived from the contract`,
        written._meta.span,
        "remove the key; what it says follows from the other fields",
      );
  },
});
