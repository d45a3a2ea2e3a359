import { impliedFailureCodes } from "@proviso/manifest";
import { contractFields } from "@proviso/manifest/fields";

const stored = Object.fromEntries(contractFields.map(({ name, stored: form }) => [name, form]));
const required = contractFields.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]));

/** A contract as `compactContract` stores it, as JSON Schema. Foreign ones are checked by it. */
export const storedContractSchema: object = {
  type: "object",
  required: [...required, "impliedFailures"],
  properties: { ...stored, impliedFailures: { type: "array", items: { enum: impliedFailureCodes } } },
  additionalProperties: false,
};
