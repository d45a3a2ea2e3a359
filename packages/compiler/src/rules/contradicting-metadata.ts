import type { ToolModel } from "../derive/model.ts";
import { snakeCase } from "./facts/snake-case.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

/** The flags of seed 003 with the value that the contract implies; undefined if it implies none. */
const metadataFlags: Readonly<Record<string, (tool: ToolModel) => boolean | undefined>> = {
  read_only: ({ hints }) => hints.readOnlyHint,
  destructive: ({ hints }) => hints.destructiveHint,
  idempotent: ({ hints }) => hints.idempotentHint,
  open_world: ({ hints }) => hints.openWorldHint,
  agency: ({ hints }) => hints.agencyHint ?? false,
  requires_confirmation: ({ confirmation }) =>
    confirmation.kind === "when" ? undefined : confirmation.kind === "always",
};

export const contradictingMetadata: ToolRule = toolRule({
  code: "contract/contradicting-metadata",
  summary:
    "A flag in `metadata` that hosts decide by, such as `read_only`, agrees with the rest of the contract.",
  check({ tool, written }, report) {
    if (!written.metadata) return;
    for (const [key, said] of Object.entries(written.metadata.value)) {
      const flag = snakeCase(key);
      const derived = Object.hasOwn(metadataFlags, flag) ? metadataFlags[flag]?.(tool) : undefined;
      if (derived === undefined || said === derived) continue;
      report(
        `\`${key}\` is \`${derived}\` by the rest of the contract, not \`${JSON.stringify(said)}\``,
        written.metadata.span,
        "leave it out: hosts get it from the contract",
      );
    }
  },
});
