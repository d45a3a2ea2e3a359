import type { JsonSchema } from "@proviso/manifest";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

export interface Schemas {
  /** Undefined for a schema that cannot be compiled, such as one with a reference to another document. */
  check(schema: JsonSchema): ValidateFunction | undefined;
}

/** Compiled JSON Schemas, each once. */
export function schemaChecks(): Schemas {
  const compiled = new WeakMap<JsonSchema, { readonly check: ValidateFunction | undefined }>();
  return {
    check(schema) {
      const known = compiled.get(schema);
      if (known) return known.check;
      const check = compile(schema);
      compiled.set(schema, { check });
      return check;
    },
  };
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
