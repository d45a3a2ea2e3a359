import type { ContractField } from "./field.ts";
import { integerForm, objectForm, textForm, textsForm } from "./stored-forms.ts";

export const idempotency: ContractField = {
  name: "idempotency",
  stored: objectForm({ key: textsForm, ttlMs: integerForm }, { until: textForm, onRepeat: textForm }),
  isOptional: true,
  decides: "hints",
  enforcedBy: "server, `replay`; client guard: retries",
  description: "What a repeated call means.",
  fields: {
    key: {
      refersTo: "argument",
      enforcedBy: "server, `replay`",
      description: "The input fields that make two calls of one caller the same.",
      default: "none, then only an explicit key makes calls the same",
    },
    ttl: {
      enforcedBy: "server, `replay`",
      description: "How long an outcome is remembered.",
      default: "24h",
    },
    until: {
      enforcedBy: "server, `replay`",
      description: "CEL over `input` and `now`: the outcome is remembered only while it is true.",
    },
    onRepeat: {
      enforcedBy: "documentation",
      description: "What a repeated call returns, in words.",
    },
  },
};
