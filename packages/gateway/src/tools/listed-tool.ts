import { createHash } from "node:crypto";
import { canonicalJson, isObject, type Json, type JsonObject } from "@proviso/manifest";

/** A tool as the upstream lists it, with every field that it has. */
export interface ListedTool extends JsonObject {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** Hex SHA-256 of a definition, whatever the order of its keys. */
export function definitionHash(tool: ListedTool): string {
  return createHash("sha256").update(canonicalJson(tool)).digest("hex");
}

export function isListedTool(value: Json | undefined): value is ListedTool {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["inputSchema"]);
}

/** Whether the server says that a call changes nothing. */
export function claimsToRead({ annotations }: ListedTool): boolean {
  return isObject(annotations) && annotations["readOnlyHint"] === true;
}
