import type { ContractField } from "./field.ts";
import { anyObjectForm, arrayForm, objectForm, textForm } from "./stored-forms.ts";

export const examples: ContractField = {
  name: "examples",
  stored: arrayForm(objectForm({ input: anyObjectForm }, { title: textForm, output: anyObjectForm })),
  enforcedBy: "compiler, against the schemas",
  description: "Calls that show the tool; checked against its schemas.",
  fields: {
    title: { enforcedBy: "documentation", description: "What the example shows." },
    input: {
      required: true,
      enforcedBy: "compiler, against `inputSchema`",
      description: "Arguments; checked against the input schema.",
    },
    output: {
      enforcedBy: "compiler, against `outputSchema`",
      description: "The result; checked against the output schema.",
    },
  },
};
