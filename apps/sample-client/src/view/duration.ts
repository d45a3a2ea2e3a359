const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** `about 3 minutes`: rounded, for times that nobody measures. */
export function viewEstimate(ms: number): string {
  if (ms < 1000) return "less than a second";
  const [unit, size] = units.find(([, length]) => ms >= 2 * length) ?? ["second", 1000];
  const count = Math.round(ms / size);
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}
