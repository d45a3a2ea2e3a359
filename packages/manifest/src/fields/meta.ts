import type { ContractField } from "./field.ts";
import { anyObjectForm } from "./stored-forms.ts";

export const meta: ContractField = {
  name: "meta",
  stored: anyObjectForm,
  isOptional: true,
  writtenAs: "_meta",
  enforcedBy: "server: lists it in the tool's `_meta`; compiler: no key of ours",
  description: "Keys for other readers of MCP, such as `com.example/team`, listed as they are.",
};
