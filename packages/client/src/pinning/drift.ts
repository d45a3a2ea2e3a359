import { compareDefinitions, verdictOf } from "./compare-definitions.ts";
import type { Change, Verdict } from "./compare-definitions.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { hashDefinition, isSameDefinition } from "./tool-definition.ts";

/**
 * A tool that is not as this client knows it. `changed`: it shows another definition than the pinned contract, the host's pin
 * or the first one of this session. `silent`: as that, and it shows no contract any more. `added`: the client knows no
 * such tool.
 */
export interface Drift {
  readonly tool: string;
  readonly kind: "changed" | "silent" | "added";
  /** `loosened` blocks the tool until it is acknowledged. An added tool is merely `changed`. */
  readonly verdict: Verdict;
  readonly changes: readonly Change[];
  /** Hex SHA-256 of the tool's name and everything shown now; acknowledging it acknowledges nothing else. */
  readonly hash: string;
}

/** How a tool that is listed now differs from the definition that is known; undefined when it does not. */
export async function findDrift(
  tool: string,
  known: ToolDefinition,
  listed: ToolDefinition,
): Promise<Drift | undefined> {
  if (isSameDefinition(known, listed)) return undefined;
  const changes = compareDefinitions(known, listed);
  const kind = known.contract && !listed.contract ? "silent" : "changed";
  return { tool, kind, verdict: verdictOf(changes), changes, hash: await hashDefinition(listed) };
}

/** The same for a contract that only the client holds, from what has been found. */
export async function overlayDrift(
  tool: string,
  changes: readonly Change[],
  listed: ToolDefinition,
): Promise<Drift | undefined> {
  if (changes.length === 0) return undefined;
  return { tool, kind: "changed", verdict: verdictOf(changes), changes, hash: await hashDefinition(listed) };
}

export async function addedTool(tool: string, listed: ToolDefinition): Promise<Drift> {
  return { tool, kind: "added", verdict: "changed", changes: [], hash: await hashDefinition(listed) };
}
