import { schemaErrorsOf } from "@proviso/compiler";
import type { Json, JsonSchema } from "@proviso/manifest";

/** Why a value is not valid under a schema. */
export interface Invalid {
  readonly path: readonly string[];
  readonly message: string;
}

/** Returns the first error of a value; also for a schema of another server that no validator can use. Undefined if it is valid. */
export function invalidAt(schema: JsonSchema, value: Json): Invalid | undefined {
  try {
    return errorsOf(schema)(value)[0];
  } catch {
    return { path: [], message: "cannot be checked, because its schema cannot be used" };
  }
}

const known = new WeakMap<JsonSchema, ReturnType<typeof schemaErrorsOf>>();

/** Compiled once for a schema: many values are tried under the same. */
function errorsOf(schema: JsonSchema): ReturnType<typeof schemaErrorsOf> {
  const found = known.get(schema) ?? schemaErrorsOf(schema);
  known.set(schema, found);
  return found;
}
