import type { ContractField } from "./field.ts";
import { textsForm } from "./stored-forms.ts";

export const requirements: ContractField = {
  name: "requirements",
  stored: textsForm,
  protects: true,
  writtenAs: "execution",
  enforcedBy: "server, `authorize`",
  description: "What must hold before the tool runs.",
  fields: {
    requirements: {
      required: true,
      refersTo: "requirement",
      enforcedBy: "server, `authorize`: all must hold; unmet ones are named",
      description:
        "What must hold for a call to succeed (SEP-2487), such as `env:production`; compared exactly, never interpreted.",
    },
  },
};
