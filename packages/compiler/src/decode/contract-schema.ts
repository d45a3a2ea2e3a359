import type { JsonSchema } from "@proviso/manifest";
import { usedFileFields } from "./file-fields.ts";
import { fields } from "./shape.ts";

/** The JSON Schema of a contract file, for editors, derived from the decoder's tables. */
export function contractSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Proviso contract",
    ...fields("a contract", () => usedFileFields).schema,
  };
}
