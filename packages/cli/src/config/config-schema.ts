import type { JsonSchema } from "@proviso/manifest";
import { schemaOfSettings } from "./setting.ts";
import { settings } from "./settings.ts";

/** The JSON Schema of `proviso.yaml`, for editors, derived from the settings that are read. */
export function configSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Proviso configuration",
    ...schemaOfSettings(settings),
    anyOf: [
      { properties: { layout: { const: "packages" } }, required: ["packages"] },
      { properties: { layout: { const: "folders" }, packages: false }, required: ["layout"] },
    ],
  };
}
