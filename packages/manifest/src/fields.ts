export { contractFields, fieldTextAt, fieldTexts } from "./fields/contract-fields.ts";
export type { ContractField, FieldText } from "./fields/field.ts";
