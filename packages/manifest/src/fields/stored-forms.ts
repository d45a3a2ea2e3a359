import type { JsonObject } from "../contract/contract.ts";

export const textForm: JsonObject = { type: "string" };
export const textsForm: JsonObject = { type: "array", items: textForm };
export const booleanForm: JsonObject = { type: "boolean" };
export const integerForm: JsonObject = { type: "integer", minimum: 0 };
export const anyObjectForm: JsonObject = { type: "object" };

// With this note, bundlers leave out the fields that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export function arrayForm(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** An object with these fields only: a field that this version does not know cannot be compared. */
/* @__NO_SIDE_EFFECTS__ */
export function objectForm(required: JsonObject, optional: JsonObject = {}): JsonObject {
  const properties = { ...required, ...optional };
  return {
    type: "object",
    required: Object.keys(required),
    properties,
    additionalProperties: false,
  };
}
