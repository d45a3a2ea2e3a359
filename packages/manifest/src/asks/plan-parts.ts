import type { Json, JsonObject, SideEffect } from "../contract/contract.ts";

/** A plan in the parts that a person reads one after the other. Together they hold all of it. */
export interface PlanParts {
  /** What would happen, in sentences of the server; empty if they only repeat the contract. */
  readonly expected: readonly string[];
  readonly warnings: readonly string[];
  readonly missingPermissions: readonly string[];
  /** The tool's own preview. A field of every plan is here too if its value is not of its type. */
  readonly preview: JsonObject;
  /** The other fields of every plan, in words. */
  readonly notes: readonly string[];
}

/** `effects` are the contract's, shown already. The plan may come from an unverified server. */
export function planParts(plan: JsonObject, effects: readonly SideEffect[]): PlanParts {
  const { warnings, missingPermissions, expectedSideEffects, dryRun, estimatedDurationMs, ...preview } = plan;
  const own: Record<string, Json> = preview;
  const texts = (name: string, value: Json | undefined): readonly string[] => {
    if (isTexts(value)) return value;
    if (value !== undefined) own[name] = value;
    return [];
  };
  const expected = texts("expectedSideEffects", expectedSideEffects);
  const isUsual =
    expected.length > 0 &&
    expected.length === effects.length &&
    effects.every(({ description }) => expected.includes(description));
  const parts = {
    expected: isUsual ? [] : expected,
    warnings: texts("warnings", warnings),
    missingPermissions: texts("missingPermissions", missingPermissions),
    preview: own,
  };
  const notes: string[] = [];
  if (dryRun === true) notes.push("This comes from a dry run, which changed nothing.");
  else if (dryRun !== undefined) own["dryRun"] = dryRun;
  const duration = typeof estimatedDurationMs === "number" ? roughTime(estimatedDurationMs) : undefined;
  if (duration !== undefined) notes.push(`The call takes ${duration}.`);
  else if (estimatedDurationMs !== undefined) own["estimatedDurationMs"] = estimatedDurationMs;
  if (isUsual) notes.push("The side effects are those above.");
  if (isTexts(expectedSideEffects) && expected.length === 0) notes.push("No side effects are expected.");
  if (isTexts(warnings) && warnings.length === 0) notes.push("No warnings.");
  if (isTexts(missingPermissions) && missingPermissions.length === 0) notes.push("No permission is missing.");
  return { ...parts, notes };
}

const units = [
  ["second", 1000],
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
] as const;

/** `about 3 minutes`; undefined if it is no length of time. */
function roughTime(ms: number): string | undefined {
  if (!Number.isFinite(ms) || ms < 0) return undefined;
  if (ms < 1000) return "less than a second";
  const [unit, size] = units.findLast(([, each]) => ms >= each) ?? units[0];
  const count = Math.round(ms / size);
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
