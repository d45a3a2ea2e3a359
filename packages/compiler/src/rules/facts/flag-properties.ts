import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";

/** Keywords whose schemas apply to the same object. */
const inPlaceOfFlag = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not"] as const;

/**
 * The names of the arguments that are flags: booleans, or a choice such as yes or no. Nested properties are data and do not
 * count.
 */
export function flagProperties(inputSchema: JsonSchema): readonly string[] {
  const entries = schemasOf(inputSchema, inputSchema).flatMap(({ properties }) =>
    isSchemaObject(properties) ? Object.entries(properties) : [],
  );
  return [...new Set(entries.filter(([, schema]) => isFlag(schema, inputSchema)).map(([name]) => name))];
}

function isFlag(schema: Json, root: JsonSchema): boolean {
  return schemasOf(schema, root).some(({ type, enum: values, const: only }) => {
    const said = Array.isArray(values) ? values : only === undefined ? [] : [only];
    return [type].flat().includes("boolean") || (said.length > 0 && said.every(isYesOrNo));
  });
}

function isYesOrNo(value: Json): boolean {
  if (typeof value !== "string") return typeof value === "boolean";
  return /^(yes|no|y|n|true|false)$/i.test(value);
}

/** A schema and all schemas that apply to the same value. */
function schemasOf(schema: Json | undefined, root: JsonSchema): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (each: Json | undefined): void => {
    if (Array.isArray(each)) return each.forEach((inner: Json) => visit(inner));
    if (!isSchemaObject(each) || found.has(each)) return;
    found.add(each);
    if (typeof each["$ref"] === "string") visit(definitionOf(each["$ref"], root));
    for (const keyword of inPlaceOfFlag) visit(each[keyword]);
  };
  visit(schema);
  return [...found];
}

function definitionOf(reference: string, { $defs }: JsonSchema): Json | undefined {
  const name = reference.slice("#/$defs/".length);
  return isSchemaObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
}

function isSchemaObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
