import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm, textsForm } from "./stored-forms.ts";

export const icons: ContractField = {
  name: "icons",
  stored: arrayForm(
    objectForm(
      { src: textForm },
      { mimeType: textForm, sizes: textsForm, theme: { enum: ["light", "dark"] } },
    ),
  ),
  isOptional: true,
  enforcedBy: "hosts show them",
  description: "Images that stand for the tool.",
};
