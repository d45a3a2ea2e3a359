import { conditionImplies } from "@proviso/manifest/condition";

/**
 * Two conditions in CEL. `wider`: the later one holds wherever the earlier one does. `same`: both hold for the same calls, and are
 * written otherwise. `unclear`: neither is certain.
 */
export type ConditionDifference = "same" | "wider" | "narrower" | "unclear";

export function compareConditions(before: string, after: string): ConditionDifference {
  const [isWider, isNarrower] = [conditionImplies(before, after), conditionImplies(after, before)];
  if (isWider) return isNarrower ? "same" : "wider";
  return isNarrower ? "narrower" : "unclear";
}
