import type { ContractField } from "./field.ts";

export const name: ContractField = {
  name: "name",
  stored: { type: "string", pattern: "^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$" },
};
