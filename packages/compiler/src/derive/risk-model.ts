import type { Confirmation, RiskLevel, StepUpAuth } from "@proviso/manifest";

/** One row of the risk model (seed 001): the defaults of a level, and what it allows. */
export interface RiskRow {
  readonly autonomousExecution: boolean;
  /** The risk level's confirmation, used if the contract does not state it. */
  readonly confirmation: "never" | "always";
  /** A contract may ask for more than its level does, never for less. */
  readonly confirmations: readonly Confirmation["kind"][];
  readonly stepUps: readonly StepUpAuth["kind"][];
  /** The fields that a refinement of this level inherits from a tool of another level. */
  readonly inherits: {
    readonly confirmations: readonly Confirmation["kind"][];
    readonly stepUps: readonly StepUpAuth["kind"][];
  };
}

const anyConfirmation = ["never", "always", "when"] as const;

const confirmedLevel: RiskRow = {
  autonomousExecution: false,
  confirmation: "always",
  confirmations: ["always"],
  stepUps: anyConfirmation,
  inherits: { confirmations: ["always"], stepUps: anyConfirmation },
};
const freeLevel: Omit<RiskRow, "inherits"> = {
  autonomousExecution: true,
  confirmation: "never",
  confirmations: anyConfirmation,
  stepUps: anyConfirmation,
};

export const riskModel: Readonly<Record<RiskLevel, RiskRow>> = {
  low: { ...freeLevel, inherits: { confirmations: ["never"], stepUps: ["never"] } },
  medium: { ...freeLevel, inherits: { confirmations: ["never", "when"], stepUps: ["never"] } },
  high: confirmedLevel,
  critical: confirmedLevel,
  // Never called, so there is nothing to confirm, and `confirmation` cannot be stated.
  forbidden: {
    autonomousExecution: false,
    confirmation: "always",
    confirmations: [],
    stepUps: [],
    inherits: { confirmations: [], stepUps: [] },
  },
};
