import type { Json, JsonObject } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import type { WireTool } from "../connection.ts";

/** Holds a server to the output schemas that it lists. */
export interface OutputChecks {
  replace(tools: readonly WireTool[]): void;
  /** Throws when the tool has an output schema and the output does not fit it. */
  assert(name: string, output: Json | undefined): void;
}

/** JSON Schema 2020-12, compiled on first use and shared by all calls of a connection. */
export function createOutputChecks(): OutputChecks {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const schemas = new Map<string, JsonObject>();
  const compiled = new Map<string, ValidateFunction>();
  return {
    replace(tools) {
      schemas.clear();
      compiled.clear();
      for (const { name, outputSchema } of tools) if (outputSchema) schemas.set(name, outputSchema);
    },
    assert(name, output) {
      const schema = schemas.get(name);
      if (!schema) return;
      const validate = compiled.get(name) ?? ajv.compile(schema);
      compiled.set(name, validate);
      if (!validate(output))
        throw new Error(
          `the output of \`${name}\` does not fit its schema: ${ajv.errorsText(validate.errors)}`,
        );
    },
  };
}
