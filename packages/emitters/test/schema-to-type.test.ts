import type { Json } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { formatted } from "../src/typescript/format.ts";
import { typeText } from "../src/typescript/schema-to-type.ts";

async function check(schema: Json, expected: string): Promise<void> {
  const scope = { reference: (key: string) => `Ref<"${key}">`, runtime: (name: string) => name };
  const text = await formatted("type.ts", `type T = ${typeText(schema, scope)};`);
  const onOneLine = text
    .replaceAll(/\s+/g, " ")
    .replaceAll("; }", " }")
    .replaceAll("( | ", "(")
    .replaceAll(" )", ")");
  expect(onOneLine.trim()).toBe(`type T = ${expected};`);
}

describe("a schema that says", () => {
  test("nothing accepts any JSON value", () => check({}, "Json"));
  test("true accepts any JSON value", () => check(true, "Json"));
  test("false accepts nothing", () => check(false, "never"));
  test("several types is their union", () =>
    check({ type: ["string", "integer", "null"] }, "string | number | null"));
  test("what is no type accepts any JSON value", () => check({ minimum: 1 }, "Json"));
  test("const is that literal", () => check({ const: { a: [1, "x"] } }, '{ readonly a: readonly [1, "x"] }'));
  test("an empty enum accepts nothing", () => check({ enum: [] }, "never"));
  test("a reference is the name", () => check({ $ref: "#/$defs/files.fileId" }, 'Ref<"files.fileId">'));
  test("a reference with escapes is the name", () => check({ $ref: "#/$defs/a~1b%20c" }, 'Ref<"a/b c">'));
});

describe("an array", () => {
  test("without items holds any JSON value", () => check({ type: "array" }, "readonly Json[]"));
  test("of unions keeps them together", () =>
    check({ type: "array", items: { enum: ["a", "b"] } }, 'readonly ("a" | "b")[]'));
  test("of arrays is read-only at both levels", () =>
    check(
      { type: "array", items: { type: "array", items: { type: "string" } } },
      "readonly (readonly string[])[]",
    ));
  test("with first items is a tuple whose items beyond the minimum are optional", () =>
    check(
      {
        type: "array",
        prefixItems: [{ type: "string" }, { type: "number" }],
        minItems: 1,
        items: { type: "boolean" },
      },
      "readonly [string, number?, ...boolean[]]",
    ));
});

describe("an object", () => {
  const properties = { a: { type: "string" }, b: { type: "number" } };
  test("has required and optional members", () =>
    check({ type: "object", properties, required: ["a"] }, "{ readonly a: string; readonly b?: number }"));
  test("that is closed and empty has no members", () =>
    check({ type: "object", additionalProperties: false }, "Readonly<Record<string, never>>"));
  test("that says nothing is any JSON object", () => check({ type: "object" }, "JsonObject"));
  test("that is open has its members and unknown others", () =>
    check(
      { type: "object", properties, additionalProperties: true },
      "{ readonly a?: string; readonly b?: number; readonly [name: string]: unknown }",
    ));
  test("of values of one type is a record", () =>
    check(
      { type: "object", additionalProperties: { type: "boolean" } },
      "Readonly<Record<string, boolean>>",
    ));
  test("of values by pattern is a record of what they may be", () =>
    check(
      { type: "object", patternProperties: { "^a": { type: "string" }, "^b": { type: "number" } } },
      "Readonly<Record<string, string | number>>",
    ));
  test("that requires what it does not declare has it with any value", () =>
    check({ type: "object", required: ["x"] }, "{ readonly x: Json }"));
  test("with a member that is no identifier quotes it", () =>
    check({ type: "object", properties: { "a-b": {} } }, '{ readonly "a-b"?: Json }'));
});

describe("a combination", () => {
  const a = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const b = { type: "object", properties: { b: { type: "string" } }, required: ["b"] };
  test("by anyOf or oneOf is a union", async () => {
    await check({ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null");
    await check({ oneOf: [{ type: "string" }, { type: "number" }] }, "string | number");
  });
  test("by allOf is an intersection", () =>
    check({ allOf: [a, b] }, "{ readonly a: string } & { readonly b: string }"));
  test("with members beside a union has both", () =>
    check(
      { ...a, anyOf: [{ required: ["x"] }, { required: ["y"] }] },
      "{ readonly a: string } & ({ readonly x: Json } | { readonly y: Json })",
    ));
  test("of which one branch accepts everything says nothing", () =>
    check({ type: "string", anyOf: [{ type: "string" }, {}] }, "string"));
});
