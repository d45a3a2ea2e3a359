import type { Json, JsonSchema } from "@proviso/manifest";
import { schemasInPlace } from "./schemas-in-place.ts";

/**
 * The names of the arguments that are flags: booleans, or a choice such as yes or no. Nested
 * properties are data and do not count.
 */
export function flagProperties(inputSchema: JsonSchema): readonly string[] {
  const entries = schemasInPlace(inputSchema, inputSchema).flatMap(({ properties }) =>
    Object.entries(properties ?? {}),
  );
  return [...new Set(entries.filter(([, schema]) => isFlag(schema, inputSchema)).map(([name]) => name))];
}

function isFlag(schema: Json, root: JsonSchema): boolean {
  return schemasInPlace(schema, root).some(({ type, enum: values, const: only }) => {
    const said = Array.isArray(values) ? values : only === undefined ? [] : [only];
    return [type].flat().includes("boolean") || (said.length > 0 && said.every(isYesOrNo));
  });
}

function isYesOrNo(value: Json): boolean {
  if (typeof value !== "string") return typeof value === "boolean";
  return /^(yes|no|y|n|true|false)$/i.test(value);
}
