import type { ContractField } from "./field.ts";
import { anyObjectForm, objectForm } from "./stored-forms.ts";

export const dryRun: ContractField = {
  name: "dryRun",
  stored: objectForm({ mode: { enum: ["supported", "required"] }, preview: anyObjectForm }),
  isOptional: true,
  enforcedBy: "server, `plan`",
  description: "A plan before the act.",
  fields: {
    mode: {
      required: true,
      enforcedBy: "server, `plan`: a required plan is made and kept before the call runs",
      description: "Whether a plan may come first, or must.",
    },
    preview: {
      required: true,
      enforcedBy: "server, `plan`: the handler's plan is validated",
      description: "The tool's own part of a plan.",
    },
  },
};
