import * as condition from "@proviso/manifest/condition";
import * as ajv from "ajv/dist/2020.js";
import * as ajvFormats from "ajv-formats";
import * as redosDetector from "redos-detector";
import * as yaml from "yaml";

/** A page has no `require`, and loads nothing later: all of them are in the bundle. */
const libraries: Readonly<Record<string, unknown>> = {
  "@proviso/manifest/condition": condition,
  "ajv/dist/2020.js": ajv,
  "ajv-formats": ajvFormats,
  "redos-detector": redosDetector,
  yaml,
};

/** As in `late-library.ts`. */
export function lateLibrary<Library>(name: string): () => Library {
  return () => libraries[name] as Library;
}
