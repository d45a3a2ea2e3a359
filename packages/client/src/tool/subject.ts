import type { ToolContract } from "@proviso/manifest";
import { type Claims, type PolicyFacts, factsByClaims } from "./claims.ts";
import type { Tool } from "./tool-set.ts";

/**
 * A tool that no contract vouches for: the client has none, or the server's definition differs from
 * it. `loosened`: the definition is less strict than the known one, and not acknowledged.
 */
export interface Unverified extends Tool {
  readonly kind: "unverified";
  readonly why: "unpinned" | "drifted" | "loosened";
  readonly claims: Claims;
  /** The client's contract, from which the tool differs: the server's claims can only add. */
  readonly pinned?: ToolContract;
}

/** What decisions are about. */
export type Subject = ToolContract | Unverified;

/** The facts of a tool; without a contract, the server's claims if they are trusted. */
export function factsOf(tool: Subject): PolicyFacts | undefined {
  if (!("kind" in tool)) return tool;
  if (tool.pinned) return tool.pinned;
  return tool.claims.trusted ? factsByClaims(tool, tool.claims) : undefined;
}

/** Facts that may make a decision milder: of a contract that is followed, or trusted claims. */
export function reliedOn(tool: Subject): PolicyFacts | undefined {
  return "kind" in tool && tool.why !== "unpinned" ? undefined : factsOf(tool);
}
