import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const title: ContractField = {
  name: "title",
  stored: textForm,
  enforcedBy: "hosts show it",
  description: "A short name for people.",
  default: "the verb, as a sentence: `send_external` is `Send external`",
};
