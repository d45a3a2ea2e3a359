import {
  allowsEffect,
  compareApprovers,
  type Confirmation,
  type Refinement,
  type RiskLevel,
  riskLevels,
  type SideEffect,
  type StepUpAuth,
  stepUpAgeMs,
  type ToolContract,
} from "@proviso/manifest";
import { riskModel } from "../derive/risk-model.ts";
import type { RefinementFields } from "../decode/document.ts";
import { type RuleReport, type ToolRule, toolRule } from "./facts/rule.ts";

export const refinementExceedsTool: ToolRule = toolRule({
  code: "risk/refinement-exceeds-tool",
  summary:
    "A tool states the worst case: no refinement has a higher level, other effects or stricter checks.",
  check({ tool, written }, report) {
    tool.refinements?.forEach((refinement, index) =>
      compareWithTool(tool, refinement, written.refine?.[index]?.fields ?? {}, report),
    );
  },
});

/** Compares only fields that the refinement states: others are the tool's, or follow. */
function compareWithTool(
  tool: ToolContract,
  refinement: Refinement,
  written: Partial<RefinementFields>,
  report: RuleReport,
): void {
  const { riskLevel, confirmation, stepUpAuth, sideEffects } = written;
  // An effect that the refinement's own level does not allow is reported by another rule.
  const { confirmations, stepUps } = riskModel[refinement.riskLevel];
  if (
    riskLevel &&
    riskLevel.value !== "forbidden" &&
    levelRank(refinement.riskLevel) > levelRank(tool.riskLevel)
  )
    report(
      `this is \`${refinement.riskLevel}\`, and the tool itself is only \`${tool.riskLevel}\``,
      riskLevel.span,
      "the tool is the worst case: raise its `riskLevel`",
    );
  const mayAsk = confirmations.includes(refinement.confirmation.kind);
  if (confirmation && mayAsk && !asksNoMore(refinement.confirmation, tool.confirmation))
    report(
      "a person is asked here, where the tool itself may not ask",
      confirmation.span,
      "the tool is the worst case: write its `confirmation` so that it asks whenever a refinement does",
    );
  const mayDemand = stepUps.includes(refinement.stepUpAuth.kind);
  if (stepUpAuth && mayDemand && !demandsNoMore(refinement.stepUpAuth, tool.stepUpAuth))
    report(
      "more authentication is needed here than for the tool itself",
      stepUpAuth.span,
      "the tool is the worst case: write its `stepUpAuth` so that it demands whatever a refinement does",
    );
  sideEffects?.forEach(({ span }, index) => {
    const effect = refinement.sideEffects[index];
    if (!effect || !allowsEffect(refinement.riskLevel, effect)) return;
    if (!tool.sideEffects.some((other) => coversEffect(other, effect)))
      report(
        "the tool itself lists no effect like this one, or only one that can be undone",
        span,
        "the tool is the worst case: list the effect under its `sideEffects` too",
      );
  });
}

function levelRank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}

function coversEffect(listed: SideEffect, { kind, reversible, external }: SideEffect): boolean {
  const isLike = listed.kind === kind || listed.kind === "unclassified";
  return isLike && (reversible || !listed.reversible) && (!external || listed.external);
}

function asksNoMore(refined: Confirmation, tool: Confirmation): boolean {
  if (refined.kind === "never") return true;
  // What cannot be compared counts as more.
  return isAskedNoMore(refined, tool) && compareApprovers({ ...refined }, { ...tool }) !== "loosened";
}

interface Gate {
  readonly kind: Confirmation["kind"];
  readonly condition?: string;
}

/** Two different conditions cannot be compared. */
function isAskedNoMore(refined: Gate, tool: Gate): boolean {
  if (refined.kind === "never" || tool.kind === "always") return true;
  return refined.kind === "when" && tool.kind === "when" && refined.condition === tool.condition;
}

function demandsNoMore(refined: StepUpAuth, tool: StepUpAuth): boolean {
  if (refined.kind === "never") return true;
  if (tool.kind === "never" || !isAskedNoMore(refined, tool)) return false;
  return (refined.acr === undefined || refined.acr === tool.acr) && stepUpAgeMs(refined) >= stepUpAgeMs(tool);
}
