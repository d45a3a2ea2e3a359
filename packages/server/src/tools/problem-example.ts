import { escapeCode, type Json, type JsonObject, type JsonSchema, resolvePointer } from "@proviso/manifest";

/** Longer examples do not help. */
const maxExampleLength = 80;

/**
 * A text that would fit where another does not match a pattern: of the examples of the input, or of
 * the schema with the pattern. `at` and `schemaPath` are JSON Pointers, as in the errors of Ajv.
 */
export function problemExample(
  { at, schemaPath }: { readonly at: string; readonly schemaPath: string },
  schema: JsonSchema,
  examples: readonly JsonObject[],
): string | undefined {
  const place = `#${encodeURI(at)}`;
  // An example of a list may have fewer items.
  const first = place.replace(/\/\d+(?=\/|$)/g, "/0");
  const found: readonly (Json | undefined)[] = [
    ...examples.flatMap((example) => [resolvePointer(place, example), resolvePointer(first, example)]),
    resolvePointer(schemaPath.replace(/pattern$/, "examples/0"), schema),
  ];
  const text = found.find((value) => typeof value === "string" && value.length <= maxExampleLength);
  return text === undefined ? undefined : escapeCode(JSON.stringify(text));
}
