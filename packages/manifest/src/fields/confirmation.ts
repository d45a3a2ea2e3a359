import { approvalChannels, approverKinds } from "../contract/contract.ts";
import type { ContractField } from "./field.ts";
import { integerForm, objectForm, textForm, textsForm } from "./stored-forms.ts";

const approval = {
  by: { enum: approvalChannels },
  approver: { enum: approverKinds },
  approvers: integerForm,
  from: textForm,
  edit: textsForm,
  together: integerForm,
};

export const confirmation: ContractField = {
  name: "confirmation",
  stored: {
    oneOf: [
      objectForm({ kind: { const: "never" } }),
      objectForm({ kind: { const: "always" } }, approval),
      objectForm({ kind: { const: "when" }, condition: textForm }, approval),
    ],
  },
  protects: true,
  whenUnclear: "a person is asked",
  decides: "asked",
  enforcedBy: "server, `confirm`; client guard",
  description: "Whether a person must say yes, who, and where.",
  default: "from the risk level, or `always` beside `autonomousExecution: false`",
  refined: { default: "the tool's if the level is the same or asks as much, else the level's" },
};
