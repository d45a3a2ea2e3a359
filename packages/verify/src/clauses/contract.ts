import { isObject, type Json, type JsonObject, type JsonSchema, listOf, objectOf } from "@proviso/manifest";
import type { Tool } from "../model.ts";

export function contractList(tool: Tool | undefined, name: string): readonly Json[] {
  return listOf(tool?.contract?.[name]);
}

export function contractPart(tool: Tool | undefined, name: string): JsonObject {
  return objectOf(tool?.contract?.[name]);
}

/** Whether callers choose the idempotency key, so that equal arguments are no repetition. */
export function hasOwnKeys(tool: Tool | undefined): boolean {
  const { key } = contractPart(tool, "idempotency");
  return Array.isArray(key) && key.length === 0;
}

/** Kinds of side effect that the contract declares; undefined without a contract. */
export function declaredEffects(tool: Tool | undefined): readonly string[] | undefined {
  const effects = contractList(tool, "sideEffects");
  return tool?.contract && effects.map((each) => (isObject(each) ? String(each["kind"]) : "unclassified"));
}

/** Names of the arguments that a schema calls sensitive, in them or as a whole. */
export function hiddenIn({ properties }: JsonSchema): readonly string[] {
  return isObject(properties) ? Object.keys(properties).filter((name) => isHidden(properties[name])) : [];
}

function isHidden(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(isHidden);
  if (!isObject(schema)) return false;
  const { sensitive, writeOnly, format } = schema;
  if (sensitive === true || writeOnly === true || format === "password") return true;
  return Object.values(schema).some(isHidden);
}
