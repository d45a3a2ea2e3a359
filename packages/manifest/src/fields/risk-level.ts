import { riskLevels } from "../contract/contract.ts";
import type { ContractField } from "./field.ts";

export const riskLevel: ContractField = {
  name: "riskLevel",
  stored: { enum: riskLevels },
  protects: true,
  isProposed: true,
  decides: "asked",
  required: true,
  enforcedBy: "compiler, the risk model; server and client guard by what follows from it",
  description: "The level in the risk model.",
  refined: {
    enforcedBy: "compiler, the risk model",
    description: "The level for these inputs.",
    default: "the tool's",
  },
};
