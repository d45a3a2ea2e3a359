import type { ContractField } from "./field.ts";
import { booleanForm } from "./stored-forms.ts";

export const autonomousExecution: ContractField = {
  name: "autonomousExecution",
  stored: booleanForm,
  protects: true,
  decides: "asked",
  enforcedBy: "compiler: may ask more than the level, and not less; server, `confirm`",
  description: "Whether an agent may call the tool without human approval.",
  default: "from the risk level, or `false` beside `confirmation: always`",
};
