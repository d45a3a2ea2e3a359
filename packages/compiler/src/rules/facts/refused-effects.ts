import { allowsEffect, isCriticalEffect, type RiskLevel, type SideEffect } from "@proviso/manifest";
import type { Span } from "../../report/source.ts";
import { sayItsKind } from "./effect-hints.ts";
import type { RuleSubject } from "./rule.ts";

/** The effects that this level does not allow, each with its span. */
export function refusedEffects(
  { tool, written }: RuleSubject,
  level: RiskLevel,
): readonly { readonly effect: SideEffect; readonly span: Span }[] {
  if (tool.riskLevel !== level) return [];
  return tool.sideEffects.flatMap((effect, index) => {
    const span = written.sideEffects?.[index]?.span ?? tool.spans.name;
    return allowsEffect(level, effect) ? [] : [{ effect, span }];
  });
}

export function whyRefused({ kind, reversible, external }: SideEffect): string {
  if (external) return "leaves the system";
  return reversible ? `${kind} something, which a person has to approve` : "cannot be undone";
}

export function levelHint(effect: SideEffect): string {
  if (effect.kind === "unclassified") return sayItsKind;
  if (isCriticalEffect(effect))
    return "raise `riskLevel` to `critical`, or to `high` with the reason in `riskReason`";
  return effect.external
    ? "raise `riskLevel` to `high`"
    : "raise `riskLevel` to `high`, or add `reversible: true` if the same system can undo it";
}
