import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Tool } from "../model.ts";

export function contractList(tool: Tool | undefined, name: string): readonly Json[] {
  const list = tool?.contract?.[name];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

export function contractPart(tool: Tool | undefined, name: string): JsonObject {
  const part = tool?.contract?.[name];
  return isObject(part) ? part : {};
}

/** Kinds of side effect that the contract declares; undefined without a contract. */
export function declaredEffects(tool: Tool | undefined): readonly string[] | undefined {
  const effects = contractList(tool, "sideEffects");
  return tool?.contract && effects.map((each) => (isObject(each) ? String(each["kind"]) : "unclassified"));
}
