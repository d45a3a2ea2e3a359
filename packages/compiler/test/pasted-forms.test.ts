import { readFileSync } from "node:fs";
import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { contractOf, compileText } from "./contract-text.ts";

interface Form {
  readonly name: string;
  readonly schema: Json;
  /** True if the schema is that of the whole input; otherwise that of its property `value`. */
  readonly whole?: boolean;
  /** Codes of the warnings that it gives. */
  readonly warns?: readonly string[];
  readonly fits?: readonly Json[];
  readonly refuses?: readonly Json[];
  /** OpenAPI 3.0 and draft 4 have no validator here to compare with. */
  readonly dialect?: "openapi";
}

const path = new URL("fixtures/pasted-forms.json", import.meta.url);
const { forms } = JSON.parse(readFileSync(path, "utf8")) as { readonly forms: readonly Form[] };

function wholeOf({ schema, whole }: Form): JsonSchema {
  if (whole) return schema as JsonSchema;
  return { type: "object", properties: { value: schema }, required: ["value"], additionalProperties: false };
}

function inputOf(value: Json, { whole }: Form): JsonObject {
  return whole ? (value as JsonObject) : { value };
}

/** The verdict of a validator without contracts. */
function isValid(schema: JsonSchema, input: JsonObject): boolean {
  const isOlder =
    JSON.stringify(schema["$schema"] ?? "").includes("draft-07") ||
    /"(items":\[|dependencies)/.test(JSON.stringify(schema));
  const ajv = new (isOlder ? Ajv : Ajv2020)({ strict: false, logger: false, validateSchema: false });
  formats.default(ajv);
  return ajv.compile(schema)(input);
}

/** Compares pasted schemas with the compiled ones. */
describe("a pasted JSON Schema", () => {
  test("is tried in more than forty forms", () => {
    expect(forms.length).toBeGreaterThan(40);
  });
  test.each(forms.map((form) => [form.name, form] as const))("compiles: %s", (_name, form) => {
    const pasted = wholeOf(form);
    const { model, diagnostics } = compileText(contractOf({ inputSchema: JSON.stringify(pasted) }));
    const codes = diagnostics
      .filter(({ severity, code }) => severity === "error" || code.startsWith("type/"))
      .map(({ code, message }) => (form.warns?.includes(code) ? code : `${code}: ${message}`));
    expect([...new Set(codes)]).toEqual(form.warns ?? []);
    // The compiled schema as the server loads it.
    const compiled = JSON.parse(JSON.stringify(model?.domains[0]?.tools[0]?.inputSchema ?? {})) as JsonSchema;
    for (const [values, fits] of [
      [form.fits ?? [], true],
      [form.refuses ?? [], false],
    ] as const)
      for (const value of values) {
        const input = inputOf(value, form);
        const verdicts = [isValid(compiled, input), ...(form.dialect ? [] : [isValid(pasted, input)])];
        expect({ value, verdicts: [...new Set(verdicts)] }).toEqual({ value, verdicts: [fits] });
      }
  });
});
