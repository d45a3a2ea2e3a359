import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const compensate: ContractField = {
  name: "compensate",
  stored: textForm,
  isOptional: true,
  refersTo: "tool",
  enforcedBy: "server: calls it for each finished step, the last one first; compiler: it can undo",
  description:
    "The tool that undoes a step, if a call made of steps is cancelled or fails for good after one. It takes the step's key as `callId`.",
  default: "none, then finished steps stay, and no call is cancelled",
};
