import type { ToolContract } from "../contract/contract.ts";

/** What a repeated call does, as a sentence; undefined for a tool that only reads, for which it does not matter. */
export function repetition({
  hints,
  idempotency,
}: Pick<ToolContract, "hints" | "idempotency">): string | undefined {
  if (hints.readOnlyHint) return undefined;
  if (!idempotency) return "A repeated call acts again.";
  const { key, ttlMs, until, onRepeat = "Returns the first outcome; nothing is done twice." } = idempotency;
  const fields = key.map((name) => `\`${name}\``).join(", ");
  const same = key.length > 0 ? `with the same ${fields}` : "under the same idempotency key";
  const condition = until === undefined ? "" : `, while \`${until}\`,`;
  return `A call ${same} within ${timeSpan(ttlMs)}${condition} is a repeated one: ${onRepeat}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** `24 hours`, `90 seconds`: in the largest unit without remainder. */
export function timeSpan(ms: number): string {
  const [unit, size] =
    units.find(([, each]) => ms % each === 0 && ms >= each) ?? (["millisecond", 1] as const);
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
