import type { EffectKind, RiskLevel, SideEffect } from "./contract.ts";

/** Seed 001: "external communication, payments, data deletions, or permission changes" are critical. */
const criticalKinds: ReadonlySet<EffectKind> = new Set(["deletes", "grants", "pays"]);

/** Whether a tool below critical has to say why it may have such an effect. */
export function isCriticalEffect({ kind }: Pick<SideEffect, "kind">): boolean {
  return criticalKinds.has(kind);
}

/**
 * Whether a tool of this level may have such an effect. Without a person, at low and medium, a tool does what the same
 * system can undo, and deletes nothing and grants nothing.
 */
export function allowsEffect(level: RiskLevel, effect: SideEffect): boolean {
  if (level !== "low" && level !== "medium") return true;
  return effect.reversible && !effect.external && !isCriticalEffect(effect);
}
