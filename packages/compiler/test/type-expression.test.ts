import { describe, expect, test } from "vitest";
import { compileText, contractOf, expectFindings, type ToolText, toolOf } from "./contract-text.ts";

const types = `types:
  fileId: { type: string, pattern: "^f_" }
  size: integer
  file: { id: fileId, size: size }
`;

/**
 * A property that is written so (or a tool with such fields) has this schema; or, if a code is expected instead, the
 * marked places of it, and no others, are reported under that code.
 */
function check(written: string | ToolText, expected: object | string): void {
  const fields = typeof written === "string" ? { inputSchema: `\n      p: ${written}` } : written;
  if (typeof expected === "string") return expectFindings(contractOf(fields, types), expected);
  const { properties } = toolOf(fields, types).inputSchema;
  expect((properties as Record<string, unknown>)["p"]).toEqual(expected);
}

describe("a type expression", () => {
  test("names built-in types and formats", () => {
    check("string", { type: "string" });
    check("integer", { type: "integer" });
    check("date-time", { type: "string", format: "date-time" });
  });
  test("names types of the file, and of any file by domain", () => {
    check("fileId", { $ref: "#/$defs/things.fileId" });
    check("things.fileId", { $ref: "#/$defs/things.fileId" });
  });
  test("makes lists, and lists of lists", () => {
    check("email[]", { type: "array", items: { type: "string", format: "email" } });
    check("fileId[][]", {
      type: "array",
      items: { type: "array", items: { $ref: "#/$defs/things.fileId" } },
    });
  });
  test("makes literals of words if none of them is a type", () => {
    check("sent | scheduled | failed", { type: "string", enum: ["sent", "scheduled", "failed"] });
    check("\"'sent'\"", { type: "string", const: "sent" });
    check("\"'not yet' | sent\"", { type: "string", enum: ["not yet", "sent"] });
  });
  test("makes unions of types, and of types and quoted literals", () => {
    check("integer | fileId", { anyOf: [{ type: "integer" }, { $ref: "#/$defs/things.fileId" }] });
    check('integer | "all"', { anyOf: [{ type: "integer" }, { type: "string", const: "all" }] });
    check("(a | b)[]", { type: "array", items: { type: "string", enum: ["a", "b"] } });
  });
  test("makes closed objects of maps, with optional properties", () => {
    check("{ id: fileId, note?: string }", {
      type: "object",
      properties: { id: { $ref: "#/$defs/things.fileId" }, note: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    });
  });
  test("takes properties that are called like harmless keywords", () =>
    check("{ title: string, items: integer }", {
      type: "object",
      properties: { title: { type: "string" }, items: { type: "integer" } },
      required: ["title", "items"],
      additionalProperties: false,
    }));

  test("takes a mark for what is sensitive, on values, items and references", () => {
    check("{ pin: { type: string, sensitive: true } }", {
      type: "object",
      properties: { pin: { type: "string", sensitive: true } },
      required: ["pin"],
      additionalProperties: false,
    });
    check("{ type: array, items: { type: string, sensitive: true } }", {
      type: "array",
      items: { type: "string", sensitive: true },
    });
    check("{ $ref: fileId, sensitive: true }", { $ref: "#/$defs/things.fileId", sensitive: true });
    check("{ oneOf: [{ type: string, sensitive: true }, integer] }", {
      oneOf: [{ type: "string", sensitive: true }, { type: "integer" }],
    });
    check("{ type: string, sensitive: ⟦yes⟧ }", "type/bad-keyword-value");
  });
  test("takes a property that is called sensitive", () =>
    check("{ sensitive: boolean }", {
      type: "object",
      properties: { sensitive: { type: "boolean" } },
      required: ["sensitive"],
      additionalProperties: false,
    }));

  test("never makes a literal of a lone word", () => check("⟦strng⟧", "type/unknown-type"));
  test("never makes a literal of a word beside a type", () =>
    check("integer | ⟦all⟧", "type/unquoted-literal"));
  test("never makes a literal of a name with a dot", () => check("⟦a.b⟧ | ⟦c.d⟧", "type/unknown-type"));
  test("never makes a list of a lone word", () => check("⟦strng⟧[]", "type/unknown-type"));
  test("reports what is no type", () => {
    check("⟦7⟧", "type/not-a-type");
    check("⟦[string]⟧", "type/not-a-type");
    check("{ a: ⟦null⟧ }", "type/not-a-type");
  });
  test("reports where an expression goes wrong", () => {
    check("string ⟦string⟧", "type/syntax");
    check("string | ⟦|⟧ a", "type/syntax");
    check("a ⟦|⟧", "type/syntax");
    check("⟦(⟧a | b", "type/syntax");
    check("string⟦?⟧", "type/syntax");
    check("string ⟦<⟧ 3", "type/syntax");
  });
  test("reports a repeated member", () => check("a | b | ⟦a⟧", "type/repeated-member"));
  test("suggests the nearest type", () => {
    const hints = (written: string): (string | undefined)[] =>
      compileText(contractOf({ inputSchema: `{ p: ${written} }` }, types)).diagnostics.map(
        ({ hint }) => hint,
      );
    expect(hints("strin")).toEqual(["did you mean `string`?"]);
    expect(hints("fileID")).toEqual(["did you mean `fileId`?"]);
    expect(hints("quite_another")).toEqual([`for a literal text, write '"quite_another"'`]);
  });
  test("bounds depth and length", () => {
    expect(
      compileText(
        contractOf({ inputSchema: `${"{ a: ".repeat(40)}string${" }".repeat(40)}` }),
      ).diagnostics.map(({ code }) => code),
    ).toEqual(["type/too-deep"]);
    expect(
      compileText(contractOf({ inputSchema: `{ a: "${"(".repeat(5000)}" }` })).diagnostics.map(
        ({ code }) => code,
      ),
    ).toEqual(["type/syntax"]);
  });
});

describe("JSON Schema", () => {
  test("is refined beside a type expression", () => {
    check('{ type: "email[]", minItems: 1 }', {
      type: "array",
      items: { type: "string", format: "email" },
      minItems: 1,
    });
    check("{ type: fileId, description: The file. }", {
      $ref: "#/$defs/things.fileId",
      description: "The file.",
    });
    check("{ $ref: '#/types/fileId' }", { $ref: "#/$defs/things.fileId" });
    check("{ $ref: things.fileId }", { $ref: "#/$defs/things.fileId" });
    check("{ enum: [1, 2] }", { enum: [1, 2] });
    check("{ type: [string, 'null'] }", { type: ["string", "null"] });
  });
  test("takes expressions wherever it takes schemas", () =>
    check("{ type: object, properties: { a: 'fileId[]' }, additionalProperties: integer }", {
      type: "object",
      properties: { a: { type: "array", items: { $ref: "#/$defs/things.fileId" } } },
      additionalProperties: { type: "integer" },
    }));
  test("closes objects unless they say otherwise", () => {
    check("{ type: object, properties: { a: string } }", {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: false,
    });
    check("{ type: object, additionalProperties: true }", { type: "object", additionalProperties: true });
  });
  test("does not close the parts of an object", () =>
    check(
      "{ type: object, properties: { a?: string }, anyOf: [{ required: [a] }, { required: [b] }] }".replace(
        "a?",
        "a",
      ),
      {
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
        unevaluatedProperties: false,
      },
    ));

  test("closes each of several whole objects", () => {
    const closed = (name: string): object => ({
      type: "object",
      properties: { [name]: { type: "string" } },
      required: [name],
      additionalProperties: false,
    });
    check("{ oneOf: [{ a: string }, { b: string }] }", { oneOf: [closed("a"), closed("b")] });
  });

  test("reports a stray key and shows the long form", () => {
    check("{ ⟦maxLength⟧: 80, description: Its first line. }", "type/missing-type");
    check("{ part: { ⟦tpye⟧: string, maxLength: 80, description: Its first line. } }", "type/missing-type");
    check("{ id: string, ⟦description⟧: What it is about. }", "type/missing-type");
    check("{ type: string, ⟦colour⟧: string }", "type/stray-key");
    const { diagnostics } = compileText(
      contractOf({ inputSchema: "{ p: { type: string, colour: string } }" }),
    );
    expect(diagnostics[0]?.hint).toContain("{ type: object, properties: { type: …, colour: … } }");
  });
  test("reports references that leave the contracts", () => {
    check("{ $ref: ⟦https://example.com/a.json⟧ }", "type/bad-reference");
    check('{ $ref: ⟦"#/$defs/fileId"⟧ }', "type/bad-reference");
    check("{ $ref: ⟦fileIdd⟧ }", "type/unknown-type");
  });
  test("reports keywords that a contract may not use", () =>
    check("{ type: object, ⟦$vocabulary⟧: {}, additionalProperties: true }", "type/unsupported-keyword"));
  test("drops what a pasted schema says of itself", () =>
    check("{ $schema: 'http://json-schema.org/draft-07/schema#', $id: a, type: string }", {
      type: "string",
    }));
  test("never takes a map without keys for an object, except where only an object can stand", () => {
    check("⟦{}⟧", "type/empty-map");
    check("{ a: ⟦{}⟧ }", "type/empty-map");
    check("{ type: array, items: {} }", { type: "array", items: {} });
    check("{ type: object, additionalProperties: {} }", { type: "object", additionalProperties: {} });
    check("{ anyOf: [string, {}] }", { anyOf: [{ type: "string" }, {}] });
    check("{ type: object, properties: {} }", {
      type: "object",
      properties: {},
      additionalProperties: false,
    });
    expect(toolOf({ inputSchema: "{}" }).inputSchema).toMatchObject({ properties: {} });
    expectFindings(contractOf({}, "types: { nothing: ⟦{}⟧ }\n"), "type/empty-map");
  });
  test("never guesses whether `description` is a property", () => {
    check("{ ⟦description⟧: string }", "type/missing-type");
    check("{ type: array, items: { ⟦title⟧: string, description: string } }", "type/missing-type");
    check("{ title: string, description: string }", {
      type: "object",
      properties: { title: { type: "string" }, description: { type: "string" } },
      required: ["title", "description"],
      additionalProperties: false,
    });
    expect(toolOf({ outputSchema: "{ description: string }" }).outputSchema?.["required"]).toEqual([
      "description",
    ]);
  });
  test("has a word for any value", () => {
    check("any", {});
    check("any[]", { type: "array", items: {} });
    check("{ type: any, description: Whatever it is. }", { description: "Whatever it is." });
  });
  test("reports values that a keyword does not take", () => {
    check("{ type: string, minLength: ⟦-1⟧ }", "type/bad-keyword-value");
    check("{ type: integer, minimum: ⟦one⟧ }", "type/bad-keyword-value");
    check("{ type: integer, multipleOf: ⟦0⟧ }", "type/bad-keyword-value");
    check("{ oneOf: ⟦[]⟧ }", "type/bad-keyword-value");
    check("{ type: ⟦7⟧ }", "type/bad-keyword-value");
  });
  test("reports keywords that say nothing about the type", () => {
    check("{ type: integer, ⟦maxLength⟧: 3 }", "type/pointless-keyword");
    check('{ type: "string[]", ⟦pattern⟧: "^a$" }', "type/pointless-keyword");
    check("{ type: [integer, 'null'], ⟦minItems⟧: 1, minimum: 1 }", "type/pointless-keyword");
    check("{ type: [string, integer], maxLength: 3, maximum: 9 }", {
      type: ["string", "integer"],
      maxLength: 3,
      maximum: 9,
    });
  });
  test("reports `unevaluatedItems` where `contains` would make it accept everything", () => {
    const some = "type: array, contains: { const: 1 }";
    check(`{ ${some}, ⟦unevaluatedItems⟧: false }`, "type/unevaluated-contains");
    check(`{ ${some}, ⟦unevaluatedItems⟧: integer }`, "type/unevaluated-contains");
    check(
      `{ type: array, allOf: [{ anyOf: [{ contains: { const: 1 } }, { maxItems: 1 }] }], ⟦unevaluatedItems⟧: false }`,
      "type/unevaluated-contains",
    );
    check(`{ ${some}, unevaluatedItems: true }`, {
      type: "array",
      contains: { const: 1 },
      unevaluatedItems: true,
    });
    check("{ type: array, items: { type: array, contains: { const: 1 } }, unevaluatedItems: false }", {
      type: "array",
      items: { type: "array", contains: { const: 1 } },
      unevaluatedItems: false,
    });
  });
  test("reports bounds between which nothing fits", () => {
    check("{ type: integer, minimum: 100, maximum: ⟦1⟧, default: 7 }", "type/empty-range");
    check("{ type: integer, minimum: 5, exclusiveMaximum: ⟦5⟧ }", "type/empty-range");
    check("{ type: number, exclusiveMinimum: 5, maximum: ⟦4⟧ }", "type/empty-range");
    check("{ type: number, minimum: 5, maximum: 5 }", { type: "number", minimum: 5, maximum: 5 });
    check("{ type: string, minLength: 2, maxLength: ⟦1⟧ }", "type/empty-range");
    check("{ type: integer, minimum: 1, maximum: 1 }", { type: "integer", minimum: 1, maximum: 1 });
  });
  test("reports values that do not fit what stands beside them", () => {
    check("{ type: integer, maximum: 9, default: ⟦20⟧ }", "type/unfit-value");
    check("{ type: email, examples: [a@example.org, ⟦nobody⟧] }", "type/unfit-value");
    check("{ type: integer, enum: [1, 2, ⟦1⟧] }", "type/repeated-member");
    check("{ type: integer, enum: [1, ⟦two⟧] }", "type/unfit-value");
    check("{ type: string, const: ⟦7⟧ }", "type/unfit-value");
    check("{ enum: [a, b], default: ⟦c⟧ }", "type/unfit-value");
    check("{ enum: [1, two], default: two }", { enum: [1, "two"], default: "two" });
    check("{ type: fileId, default: f_1 }", { $ref: "#/$defs/things.fileId", default: "f_1" });
  });
  test.each([
    ["int", "write `integer`"],
    ["bool", "write `boolean`"],
    ["object", "write a map of properties"],
    ["list", "a list is written `T[]`"],
    ["string | null", "a property that may be left out is `name?`"],
    ["{ type: string, maxlength: 3 }", "did you mean `maxLength`?"],
  ])("says what %s is called here", (type, hint) => {
    const { diagnostics } = compileText(contractOf({ inputSchema: `\n      p: ${type}` }, types));
    expect(diagnostics[0]?.hint).toContain(hint);
  });
  test("reports what `type` says already", () => check("{ type: email, ⟦format⟧: uri }", "type/said-twice"));
  test("reports unknown formats and broken patterns", () => {
    check("{ type: string, format: ⟦emial⟧ }", "type/unknown-format");
    const { model } = compileText(contractOf({ inputSchema: "{ p: { type: string, format: phone } }" }));
    expect(model?.domains[0]?.tools[0]?.inputSchema["properties"]).toEqual({
      p: { type: "string", format: "phone" },
    });
    check('{ type: string, pattern: ⟦"("⟧ }', "type/bad-pattern");
  });
  test("reports a required name that is no property", () =>
    check("{ type: object, properties: { a: string }, required: [a, ⟦b⟧] }", "type/unknown-property"));
  test("says that an object which says nothing takes anything", () =>
    check("⟦{ type: object }⟧", "type/undescribed-object"));
  test("reports the optional mark", () =>
    check("{ type: object, properties: { ⟦a?⟧: string } }", "type/optional-mark"));
});

describe("a property", () => {
  test("may not be called `__proto__`, and may be called `constructor`", () => {
    check("{ ⟦__proto__⟧: string }", "type/bad-property-name");
    check('{ "due date?": string }', {
      type: "object",
      properties: { "due date": { type: "string" } },
      additionalProperties: false,
    });
    check("{ constructor: string }", {
      type: "object",
      properties: { constructor: { type: "string" } },
      required: ["constructor"],
      additionalProperties: false,
    });
  });
  test("may not be there twice", () => check("{ a: string, ⟦a?⟧: string }", "type/repeated-property"));
});

describe("the schema of a tool", () => {
  test("is an object, or the name of one", () => {
    expect(toolOf({ outputSchema: "file" }, types).outputSchema).toEqual({
      type: "object",
      properties: { id: { $ref: "#/$defs/things.fileId" }, size: { $ref: "#/$defs/things.size" } },
      required: ["id", "size"],
      additionalProperties: false,
      $defs: { "things.fileId": { type: "string", pattern: "^f_" }, "things.size": { type: "integer" } },
    });
    check({ inputSchema: "⟦string⟧" }, "type/not-an-object");
    check({ inputSchema: "⟦fileId⟧" }, "type/not-an-object");
    check({ outputSchema: "⟦any⟧" }, "type/not-an-object");
  });
  test("carries every type that it reaches, and no others", () => {
    const header = `${types}  page: { files: "file[]" }\n`;
    const { $defs } = toolOf({ outputSchema: "{ page: page }" }, header).outputSchema ?? {};
    expect(Object.keys($defs as object)).toEqual([
      "things.file",
      "things.fileId",
      "things.page",
      "things.size",
    ]);
    expect(toolOf({}, types).outputSchema).not.toHaveProperty("$defs");
  });
  test("may call an argument `dryRun` if the tool has no dry run", () => {
    const { inputSchema } = toolOf({ inputSchema: "{ dryRun?: boolean }" });
    expect(inputSchema).toHaveProperty("properties.dryRun", { type: "boolean" });
  });
  test("does not declare what Proviso adds", () => {
    const dryRun = "{ mode: supported, preview: { count: integer } }";
    check({ inputSchema: "{ ⟦dryRun?⟧: boolean }", dryRun }, "type/reserved-property");
    check({ outputSchema: "{ ⟦dryRun?⟧: boolean }", dryRun }, "type/reserved-property");
    check({ dryRun: "{ mode: supported, preview: { ⟦warnings⟧: string } }" }, "type/reserved-property");
  });
});
