import type { ContractField } from "./field.ts";
import { anyObjectForm } from "./stored-forms.ts";

export const metadata: ContractField = {
  name: "metadata",
  stored: anyObjectForm,
  enforcedBy: "compiler: flags such as `read_only` must agree with the rest; hosts read it",
  description: "Anything else, such as `tags`.",
};
