import type { EffectKind, RiskLevel, SideEffect } from "./contract.ts";

/** Seed 001: "external communication, payments, data deletions, or permission changes" are critical. */
const criticalKinds: ReadonlySet<EffectKind> = new Set([
  "sends",
  "calls",
  "pays",
  "refunds",
  "deletes",
  "grants",
]);

/** Whether the effect moves money, out or back. */
export function movesMoney({ kind }: Pick<SideEffect, "kind">): boolean {
  return kind === "pays" || kind === "refunds";
}

/** Whether a tool with this effect is critical, unless `riskReason` says why it may be high. */
export function isCriticalEffect({ kind }: Pick<SideEffect, "kind">): boolean {
  return criticalKinds.has(kind);
}

/**
 * Whether a tool of this level may have this effect. Low and medium tools run without a person, so
 * they may only do what the same system can undo, and may not delete or grant anything.
 */
export function allowsEffect(level: RiskLevel, effect: SideEffect): boolean {
  if (level !== "low" && level !== "medium") return true;
  return effect.reversible && !effect.external && !isCriticalEffect(effect);
}
