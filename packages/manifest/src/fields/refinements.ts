import type { JsonObject } from "../contract/contract.ts";
import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm } from "./stored-forms.ts";

/** The field of refinements, from the fields that a refinement has of its own. */
export function refinementsField(refined: readonly ContractField[]): ContractField {
  const own = (isOptional?: true): JsonObject => {
    const found = refined.filter((each) => each.isOptional === isOptional);
    return Object.fromEntries(found.map(({ name, stored }) => [name, stored]));
  };
  return {
    name: "refinements",
    stored: arrayForm(objectForm({ when: textForm, ...own() }, own(true))),
    isOptional: true,
    protects: true,
    writtenAs: "refine",
    enforcedBy: "server, `refine`; client guard",
    description: "Milder contracts for some inputs; the tool itself is the worst case.",
  };
}
