import type { PolicyFacts } from "../tool/claims.ts";
import type { HasMetadata } from "../tool/classify.ts";
import { isDestructive, isReadOnly, requiresConfirmation, toolMetadata } from "../tool/classify.ts";
import { type GuardPolicy, askWhen } from "./policy.ts";

/**
 * The reference policy of seed 003: "if tool.is_destructive or tool.requires_confirmation: ... This tool requires
 * confirmation.", and: "Policies should gate on explicit read_only=True, not on the absence of destructive=True." So only a tool
 * that says that it only reads, and that needs no confirmation, runs.
 */
export const permissionPolicy: GuardPolicy = askWhen(
  ["destructive", (tool) => isDestructive(withMetadata(tool))],
  ["confirmation", (tool) => requiresConfirmation(withMetadata(tool))],
  ["not_read_only", (tool) => !isReadOnly(withMetadata(tool)) && !isDestructive(withMetadata(tool))],
);

/** The typed accessors read the same map for a contract as for an MCP tool. */
function withMetadata({ metadata, hints, confirmation }: PolicyFacts): HasMetadata {
  return { metadata: toolMetadata(metadata, { ...hints }, confirmation.kind === "always") };
}
