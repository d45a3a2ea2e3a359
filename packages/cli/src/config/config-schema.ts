import type { JsonSchema } from "@proviso/manifest";
import { schemaOfSettings } from "./setting.ts";
import { settings } from "./settings.ts";

/** The JSON Schema of `proviso.yaml`, for editors, derived from the settings that are read. */
export function configSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Proviso configuration",
    ...schemaOfSettings(settings),
    if: { properties: { layout: { const: "folders" } }, required: ["layout"] },
    then: { properties: { packages: false } },
    else: { required: ["packages"] },
  };
}
