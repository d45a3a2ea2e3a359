import { repetition } from "../asks/repetition.ts";
import type { ToolContract } from "../contract/contract.ts";

/**
 * What a model reads of a tool: its description and, if the contract says it, what a repeated call
 * does (seed 001). Otherwise `idempotentHint` says enough.
 */
export function wireDescription(tool: ToolContract): string {
  const note = tool.idempotency ? repetition(tool) : undefined;
  return note === undefined ? tool.description : `${tool.description}\n\n${note}`;
}
