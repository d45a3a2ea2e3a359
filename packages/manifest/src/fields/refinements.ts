import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm } from "./stored-forms.ts";

/** The field of refinements, from the fields that a refinement has of its own. */
export function refinementsField(refined: readonly ContractField[]): ContractField {
  const [own, optional] = [false, true].map((isOptional) =>
    Object.fromEntries(
      refined.filter((each) => each.isOptional === (isOptional || undefined)).map(storedEntry),
    ),
  );
  return {
    name: "refinements",
    stored: arrayForm(objectForm({ when: textForm, ...own }, optional)),
    isOptional: true,
    protects: true,
    written: {
      refine: {
        enforcedBy: "server, `refine`; client guard",
        description: "Milder contracts for some inputs; the tool itself is the worst case.",
      },
    },
  };
}

const storedEntry = ({ name, stored }: ContractField) => [name, stored] as const;
