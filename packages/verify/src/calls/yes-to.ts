import { isObject, type JsonObject } from "@proviso/manifest";
import { made, propertySchemas } from "./values.ts";

/** The content that says yes to a question of a server: every box ticked, and the phrase that it asks for typed. */
export function yesTo({ requestedSchema: schema }: JsonObject): JsonObject {
  const fields = [...propertySchemas(isObject(schema) ? schema : {})].map(([name, field]) => {
    const [, phrase] = /^Type: (.+)$/.exec(String(field["description"])) ?? [];
    return [name, phrase ?? (field["type"] === "boolean" || (made(field, 1) ?? null))] as const;
  });
  return Object.fromEntries(fields);
}
