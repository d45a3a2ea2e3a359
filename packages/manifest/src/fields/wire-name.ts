import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const wireName: ContractField = {
  name: "wireName",
  stored: textForm,
  isOptional: true,
  enforcedBy: "server: lists the tool under it; compiler: no other tool has it",
  description:
    "The name over MCP, for a tool that clients know by another one. Calls by `domain.verb` are accepted as well.",
  default: "`domain_verb`, or as `wireNames` in `proviso.yaml` says",
};
