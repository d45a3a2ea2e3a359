import type { PolicyFacts } from "../tool/claims.ts";
import type { HasMetadata } from "../tool/classify.ts";
import { isDestructive, requiresConfirmation, toolMetadata } from "../tool/classify.ts";
import type { Policy } from "./policy.ts";
import { askWhen } from "./policy.ts";

/**
 * The reference policy of seed 003: "if tool.is_destructive or tool.requires_confirmation: ... This tool requires
 * confirmation." Nothing is known of a tool without a contract, and "absence means 'unclassified,' not 'safe.'"
 */
export const permissionPolicy: Policy = askWhen(
  ["destructive", (tool) => isDestructive(withMetadata(tool))],
  ["confirmation", (tool) => requiresConfirmation(withMetadata(tool))],
);

/** The typed accessors read the same map for a contract as for an MCP tool. */
function withMetadata({ metadata, hints, confirmation }: PolicyFacts): HasMetadata {
  return { metadata: toolMetadata(metadata, { ...hints }, confirmation.kind === "always") };
}
