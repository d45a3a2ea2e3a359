import type { ToolContract } from "@proviso/manifest";
import type { Claims, ToolFacts } from "./claims.ts";
import { factsByClaims } from "./claims.ts";
import type { Tool } from "./tool-set.ts";

/**
 * A tool that no contract vouches for: the client has none for it, or the server shows the tool otherwise. `loosened` means that
 * less is asked for it now than the client knows, and nobody has acknowledged that.
 */
export interface Unverified extends Tool {
  readonly kind: "unverified";
  readonly why: "unpinned" | "drifted" | "loosened";
  readonly claims: Claims;
  /** The contract from which the tool differs, where the client has one: what the server says can only add to it. */
  readonly pinned?: ToolContract;
}

/** Whom decisions are about. */
export type Subject = ToolContract | Unverified;

/** What is known of a tool; of one without a contract, what its server says, where the host relies on that. */
export function factsOf(tool: Subject): ToolFacts | undefined {
  if (!("kind" in tool)) return tool;
  if (tool.pinned) return tool.pinned;
  return tool.claims.trusted ? factsByClaims(tool, tool.claims) : undefined;
}

/** Facts that may make a call easier: those of a contract that the server keeps to, or of claims that the host relies on. */
export function reliedOn(tool: Subject): ToolFacts | undefined {
  return "kind" in tool && tool.why !== "unpinned" ? undefined : factsOf(tool);
}
