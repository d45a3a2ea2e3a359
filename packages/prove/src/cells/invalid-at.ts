import { schemaErrors } from "@proviso/compiler";
import type { Json, JsonSchema } from "@proviso/manifest";

/** Why a value is not valid under a schema. */
export interface Invalid {
  readonly path: readonly string[];
  readonly message: string;
}

/** Returns the first error of a value; also for a schema of another server that no validator can use. Undefined if it is valid. */
export function invalidAt(schema: JsonSchema, value: Json): Invalid | undefined {
  try {
    return schemaErrors(schema, value)[0];
  } catch {
    return { path: [], message: "cannot be checked, because its schema cannot be used" };
  }
}
