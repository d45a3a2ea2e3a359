import type { Confirmation, RiskLevel, StepUpAuth } from "@proviso/manifest";

/** One row of the risk model (seed 001, "The risk model"): what a level fills in and what it allows. */
export interface RiskRow {
  readonly autonomousExecution: boolean;
  /** Filled in where the contract says nothing. */
  readonly confirmation: "never" | "always";
  /** Whatever asks more than the level itself is allowed, and nothing that asks less. */
  readonly confirmations: readonly Confirmation["kind"][];
  readonly stepUps: readonly StepUpAuth["kind"][];
  /** What a refinement of this level takes over from a tool of another one. */
  readonly inherits: {
    readonly confirmations: readonly Confirmation["kind"][];
    readonly stepUps: readonly StepUpAuth["kind"][];
  };
}

const anything = ["never", "always", "when"] as const;

const confirmedLevel: RiskRow = {
  autonomousExecution: false,
  confirmation: "always",
  confirmations: ["always"],
  stepUps: anything,
  inherits: { confirmations: ["always"], stepUps: anything },
};
const freeLevel: Omit<RiskRow, "inherits"> = {
  autonomousExecution: true,
  confirmation: "never",
  confirmations: anything,
  stepUps: anything,
};

export const riskModel: Readonly<Record<RiskLevel, RiskRow>> = {
  low: { ...freeLevel, inherits: { confirmations: ["never"], stepUps: ["never"] } },
  medium: { ...freeLevel, inherits: { confirmations: ["never", "when"], stepUps: ["never"] } },
  high: confirmedLevel,
  critical: confirmedLevel,
  // Never called: there is nothing to confirm, and no way to say that there is.
  forbidden: {
    autonomousExecution: false,
    confirmation: "always",
    confirmations: [],
    stepUps: [],
    inherits: { confirmations: [], stepUps: [] },
  },
};
