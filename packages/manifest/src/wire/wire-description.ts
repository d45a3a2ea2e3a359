import { repetition } from "../asks/repetition.ts";
import type { ToolContract } from "../contract/contract.ts";

/** What a model reads of a tool: its description and, where a call changes something, what a repeated one does (seed 001). */
export function wireDescription(tool: ToolContract): string {
  const note = repetition(tool);
  return note === undefined ? tool.description : `${tool.description}\n\n${note}`;
}
