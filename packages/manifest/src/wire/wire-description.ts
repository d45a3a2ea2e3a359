import type { ToolContract } from "../contract/contract.ts";

/** What a model reads of a tool: its description and, where a call changes something, what a repeated one does (seed 001). */
export function wireDescription(tool: ToolContract): string {
  const note = repeatNote(tool);
  return note === undefined ? tool.description : `${tool.description}\n\n${note}`;
}

function repeatNote({ hints, idempotency }: ToolContract): string | undefined {
  if (hints.readOnlyHint) return undefined;
  if (!idempotency) return "A repeated call acts again.";
  const { key, onRepeat = "Returns the first outcome; nothing is done twice." } = idempotency;
  const fields = key.map((name) => `\`${name}\``).join(", ");
  return key.length > 0
    ? `A call with the same ${fields} is a repeated one: ${onRepeat}`
    : `A call under the same idempotency key is a repeated one: ${onRepeat}`;
}
