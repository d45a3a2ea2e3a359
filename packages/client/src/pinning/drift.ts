import { compareDefinitions, verdictOf } from "./compare-definitions.ts";
import type { DefinitionChange, DefinitionVerdict } from "./compare-definitions.ts";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { type ToolDefinition, isSameDefinition } from "./tool-definition.ts";

/**
 * A tool that differs from its known definition. `changed`: it differs from the pinned contract, the host's pin or the first
 * definition of this session. `silent`: it also shows no contract any more. `added`: the client does not know the tool.
 * `doubtful`: it is listed twice, its texts have hidden characters, or its name looks like another one.
 */
export interface Drift {
  readonly tool: string;
  readonly kind: "changed" | "silent" | "added" | "doubtful";
  /** `loosened` blocks the tool until it is acknowledged. An added tool is `changed`. */
  readonly verdict: DefinitionVerdict;
  readonly changes: readonly DefinitionChange[];
  /** Hex SHA-256 of the canonical JSON of the current definition, with its name; an acknowledgement covers only this. */
  readonly hash: string;
}

/** The differences of a listed tool from its known definition; undefined if there are none. */
export async function findDrift(
  tool: string,
  known: ToolDefinition,
  listed: ToolDefinition,
): Promise<Drift | undefined> {
  if (isSameDefinition(known, listed)) return undefined;
  const kind = known.contract && !listed.contract ? "silent" : "changed";
  return driftOf(kind, tool, compareDefinitions(known, listed), listed);
}

/** Makes a drift of findings: differences from a contract that only the client holds, or what is doubtful. Undefined if there are none. */
export async function foundDrift(
  kind: "changed" | "doubtful",
  tool: string,
  changes: readonly DefinitionChange[],
  listed: ToolDefinition,
): Promise<Drift | undefined> {
  return changes.length === 0 ? undefined : driftOf(kind, tool, changes, listed);
}

export async function driftOf(
  kind: Drift["kind"],
  tool: string,
  changes: readonly DefinitionChange[],
  listed: ToolDefinition,
): Promise<Drift> {
  return { tool, kind, verdict: verdictOf(changes), changes, hash: await fingerprintOf(listed) };
}

/** Joins two drifts of one definition. */
export function joinDrift(changed: Drift | undefined, doubtful: Drift | undefined): Drift | undefined {
  if (!changed || !doubtful) return changed ?? doubtful;
  const changes = [...changed.changes, ...doubtful.changes];
  return { ...changed, changes, verdict: verdictOf(changes) };
}
