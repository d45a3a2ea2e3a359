import type { Confirmation, RiskLevel, SideEffect, StepUpAuth } from "@proviso/manifest";

/** One row of the risk model (seed 001, "The risk model"): what a level fills in and what it allows. */
export interface RiskRow {
  readonly autonomousExecution: boolean;
  /** Filled in where the contract says nothing. */
  readonly confirmation: "never" | "always";
  readonly confirmations: readonly Confirmation["kind"][];
  readonly stepUps: readonly StepUpAuth["kind"][];
}

const anyStepUp = ["never", "always", "when"] as const;

export const riskModel: Readonly<Record<RiskLevel, RiskRow>> = {
  low: { autonomousExecution: true, confirmation: "never", confirmations: ["never"], stepUps: ["never"] },
  medium: {
    autonomousExecution: true,
    confirmation: "never",
    confirmations: ["never", "when"],
    stepUps: ["never"],
  },
  high: { autonomousExecution: false, confirmation: "always", confirmations: ["always"], stepUps: anyStepUp },
  critical: {
    autonomousExecution: false,
    confirmation: "always",
    confirmations: ["always"],
    stepUps: anyStepUp,
  },
  // Never called: there is nothing to confirm, and no way to say that there is.
  forbidden: { autonomousExecution: false, confirmation: "always", confirmations: [], stepUps: [] },
};

/** A low tool does what can be undone inside the system, a medium one stays inside it. */
export function allowsEffect(level: RiskLevel, { reversible, external }: SideEffect): boolean {
  if (level === "low") return reversible && !external;
  return level !== "medium" || !external;
}
