import { repetition } from "../asks/repetition.ts";
import type { ToolContract } from "../contract/contract.ts";

/**
 * What a model reads of a tool: its description and, where the contract says what a repeated call does, that (seed 001). Where it
 * does not, `idempotentHint` says enough, and the description is the author's alone.
 */
export function wireDescription(tool: ToolContract): string {
  const note = tool.idempotency ? repetition(tool) : undefined;
  return note === undefined ? tool.description : `${tool.description}\n\n${note}`;
}
