import type { ContractField } from "./field.ts";

export const people: ContractField = {
  name: "people",
  stored: { enum: ["allowed"] },
  isOptional: true,
  enforcedBy: "server: no way in for agents reaches the tool; `confirm` and `step-up`",
  description:
    "Whether people may call a forbidden tool themselves, in the product. It then needs `stepUpAuth: always`.",
  default: "nobody calls a forbidden tool",
};
