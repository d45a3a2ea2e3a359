import type { Idempotency, ToolContract } from "../contract/contract.ts";

const usualOnRepeat = "Returns the first outcome; nothing is done twice.";

/** What a repeated call does, as a sentence; undefined for a tool that only reads. */
export function repetition({
  hints,
  idempotency,
}: Pick<ToolContract, "hints" | "idempotency">): string | undefined {
  if (hints.readOnlyHint) return undefined;
  if (!idempotency) return "A repeated call acts again.";
  const { key, ttlMs, until, onRepeat = usualOnRepeat } = idempotency;
  const fields = key.map((name) => `\`${name}\``).join(", ");
  const same = key.length > 0 ? `with the same ${fields}` : "under the same idempotency key";
  const condition = until === undefined ? "" : `, while \`${until}\`,`;
  return `A call of the same caller ${same} within ${timeSpan(ttlMs)}${condition} is a repeated one: ${onRepeat}`;
}

const timeUnits = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** `24 hours`, `90 seconds`: in the largest unit without remainder. */
export function timeSpan(ms: number): string {
  const [unit, size] =
    timeUnits.find(([, each]) => ms % each === 0 && ms >= each) ?? (["millisecond", 1] as const);
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The time to read one grows with the square of its length, and a server may send any. */
const maxSentenceLength = 2000;
const repetitionSentence =
  /^A call of the same caller (?:with the same (?<fields>`.+?`)|under the same idempotency key) within (?<count>\d+) (?<unit>[a-z]+?)s?(?:, while `(?<until>.*)`,)? is a repeated one: (?<onRepeat>.*)$/s;

/** What a sentence of `repetition` was made of: to be made into a sentence again and compared. */
export function idempotencyIn(text: string): Idempotency | undefined {
  if (text.length > maxSentenceLength) return undefined;
  const { fields, count, unit, until, onRepeat } = repetitionSentence.exec(text)?.groups ?? {};
  if (count === undefined) return undefined;
  const size = unit === "millisecond" ? 1 : (timeUnits.find(([name]) => name === unit)?.[1] ?? 0);
  return {
    key: fields === undefined ? [] : fields.slice(1, -1).split("`, `"),
    ttlMs: Number(count) * size,
    ...(until === undefined ? {} : { until }),
    ...(onRepeat === undefined || onRepeat === usualOnRepeat ? {} : { onRepeat }),
  };
}
