import { isObject, type Json } from "@proviso/manifest";
import { partAt } from "../read/self-contained.ts";
import type { ForeignTool } from "../read/foreign-tool.ts";

/** Arguments that a caller words anew with each attempt. */
const freeText = /^(?:.*_)?(?:note|notes|memo|comment|description|reason|message|metadata)$/i;

/** The arguments that tell one payment from another: the required ones, or else all, without free text beside others. */
export function paymentKey({ inputSchema }: ForeignTool): readonly string[] {
  const { required, properties } = inputSchema;
  const all = isObject(properties) ? Object.keys(properties) : [];
  const wanted = Array.isArray(required) && required.length > 0 ? required.map(String) : all;
  const identifying = wanted.filter((name) => !freeText.test(name));
  return identifying.length > 0 ? identifying : wanted;
}

/** The key as a person reads it. An object counts with all that it holds, so that another note in it is another payment. */
export function keyInWords(tool: ForeignTool): string {
  const { properties } = tool.inputSchema;
  const words = paymentKey(tool).map((name) => {
    const part = partAt(tool.inputSchema, isObject(properties) ? properties[name] : undefined);
    const inside = optionalIn(part);
    if (inside === undefined) return `\`${name}\``;
    const shown = inside.map((each) => `\`${each}\``).join(", ");
    return `\`${name}\` (all of it${shown && `, ${shown} too`})`;
  });
  return words.join(" and ") || "key";
}

const mostOptional = 3;

/** What an object may hold beside what it has to; undefined for a value without such parts. */
function optionalIn(schema: Json | undefined): readonly string[] | undefined {
  if (!isObject(schema) || !(schema["type"] === "object" || schema["properties"] || schema["allOf"]))
    return undefined;
  const { properties, required, additionalProperties } = schema;
  const needed: readonly Json[] = Array.isArray(required) ? required : [];
  const optional = Object.keys(isObject(properties) ? properties : {}).filter(
    (name) => !needed.includes(name),
  );
  return optional.length === 0 && additionalProperties === false
    ? undefined
    : optional.slice(0, mostOptional);
}
