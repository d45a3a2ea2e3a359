import type { JsonSchema } from "@proviso/manifest";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

const compiled = new WeakMap<JsonSchema, ValidateFunction | undefined>();

/** Compiles a schema once. Undefined if it cannot be, such as one with a reference to another document. */
export function checkOf(schema: JsonSchema): ValidateFunction | undefined {
  if (!compiled.has(schema)) compiled.set(schema, compile(schema));
  return compiled.get(schema);
}

function compile(schema: JsonSchema): ValidateFunction | undefined {
  // One instance for each schema, so that two with the same `$id` do not clash.
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
  formats.default(ajv);
  const { $schema: _, ...plain } = schema;
  try {
    return ajv.compile(plain);
  } catch {
    return undefined;
  }
}
