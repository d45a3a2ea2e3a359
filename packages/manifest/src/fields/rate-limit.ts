import type { ContractField } from "./field.ts";
import { integerForm, objectForm } from "./stored-forms.ts";

export const rateLimit: ContractField = {
  name: "rateLimit",
  stored: objectForm({ limit: integerForm, perMs: integerForm }),
  isOptional: true,
  enforcedBy: "server, `limit`",
  description:
    "How often one principal may execute the tool: plans, questions, refusals and replays do not count.",
  fields: {
    limit: { required: true, enforcedBy: "server, `limit`", description: "How many calls." },
    per: { required: true, enforcedBy: "server, `limit`", description: "In which time." },
  },
};
