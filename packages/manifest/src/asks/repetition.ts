import type { ToolContract } from "../contract/contract.ts";

/**
 * What a repeated call of a tool does, in a sentence for people and models; undefined for a tool that only reads, where
 * repetition has no effect.
 */
export function repetition({
  sideEffects,
  idempotency,
}: Pick<ToolContract, "sideEffects" | "idempotency">): string | undefined {
  if (sideEffects.length === 0) return undefined;
  if (!idempotency) return "A repeated call does the same again.";
  const {
    key,
    ttlMs,
    until,
    onRepeat = "Returns the first result, and nothing is done again.",
  } = idempotency;
  const same =
    key.length > 0 ? `with the same ${key.map((field) => `\`${field}\``).join(", ")}` : "under the same key";
  const condition = until === undefined ? "" : `, while \`${until}\``;
  return `A repeated call ${same}, within ${timeSpan(ttlMs)}${condition}: ${onRepeat}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** `24 hours`, `90 seconds`: in the greatest unit that leaves nothing over. */
export function timeSpan(ms: number): string {
  const [unit, size] =
    units.find(([, each]) => ms % each === 0 && ms >= each) ?? (["millisecond", 1] as const);
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
