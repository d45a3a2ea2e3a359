import { pc } from "./paint.ts";

/** The colour of a risk level or classification: warmer means more dangerous. */
const riskColours = new Map<string, (text: string) => string>([
  ["low", pc.green],
  ["medium", pc.cyan],
  ["high", pc.yellow],
  ["critical", pc.red],
  ["read_only", pc.green],
  ["additive", pc.cyan],
  ["destructive", pc.red],
]);

export function viewRisk(level: string): string {
  return (riskColours.get(level) ?? pc.magenta)(level.replaceAll("_", " "));
}
