import { expect, test } from "vitest";
import { type JsonSchema, wireSchema } from "../src/index.ts";

const id = { type: "string", pattern: "^f_", description: "Identifies a file." };

/** Expects the schema as it is sent, and that to stay as it is. */
function check(schema: JsonSchema, expected: JsonSchema): void {
  const made = wireSchema(schema);
  expect(made).toEqual(expected);
  expect(wireSchema({ ...made })).toEqual(made);
}

test("a reference is replaced by what it refers to, with what stands beside it", () => {
  check(
    {
      type: "object",
      properties: {
        file: { $ref: "#/$defs/files.id" },
        other: { $ref: "#/$defs/files.id", description: "Another file." },
        list: { type: "array", items: { $ref: "#/$defs/files.id" } },
        short: { $ref: "#/$defs/files.id", maxLength: 8 },
      },
      $defs: { "files.id": id, "files.unused": { type: "string" } },
    },
    {
      type: "object",
      properties: {
        file: id,
        other: { ...id, description: "Another file." },
        list: { type: "array", items: id },
        short: { allOf: [id], maxLength: 8 },
      },
    },
  );
});

test("a type that holds itself is referred to, under a name without dots", () => {
  const node = (ref: string): JsonSchema => ({
    type: "object",
    properties: { file: { $ref: "#/$defs/files.id" }, children: { type: "array", items: { $ref: ref } } },
  });
  const inlined = {
    type: "object",
    properties: { file: id, children: { type: "array", items: { $ref: "#/$defs/files_node" } } },
  };
  check(
    {
      type: "object",
      properties: { root: { $ref: "#/$defs/files.node", description: "The root." } },
      $defs: { "files.node": node("#/$defs/files.node"), "files.id": id },
    },
    {
      type: "object",
      properties: { root: { $ref: "#/$defs/files_node", description: "The root." } },
      $defs: { files_node: inlined },
    },
  );
});

test("types that double at every level are referred to, all of them", () => {
  const levels = Array.from({ length: 30 }, (_, at) => at);
  const $defs = Object.fromEntries(
    levels.map((at) => {
      const $ref = `#/$defs/a.t${at + 1}`;
      return [
        `a.t${at}`,
        at === 29 ? id : { type: "object", properties: { a: { $ref }, b: { $ref } } },
      ] as const;
    }),
  );
  const made = wireSchema({ type: "object", properties: { t: { $ref: "#/$defs/a.t0" } }, $defs });
  expect(Object.keys(made["$defs"] ?? {})).toHaveLength(30);
  expect(JSON.stringify(made).length).toBeLessThan(5000);
});

test("an enum and a const have their type", () => {
  check(
    {
      properties: {
        a: { enum: ["x", "y"] },
        b: { enum: ["x", null] },
        c: { enum: [1, 1.5] },
        d: { const: true },
      },
    },
    {
      properties: {
        a: { type: "string", enum: ["x", "y"] },
        b: { type: ["null", "string"], enum: ["x", null] },
        c: { type: "number", enum: [1, 1.5] },
        d: { type: "boolean", const: true },
      },
    },
  );
});

test("data that looks like a schema is left alone, and so is a reference to anything else", () => {
  const schema = {
    type: "object",
    properties: {
      $ref: { type: "string", default: "#/$defs/x" },
      a: { type: "object", default: { $ref: "#/$defs/x", enum: [1] } },
      __proto__x: { type: "object", examples: [{ enum: ["a"] }] },
    },
  };
  expect(wireSchema(schema)).toBe(schema);
  const pointing = {
    type: "object",
    properties: { a: { $ref: "#/properties/b" }, b: id },
    $defs: { "x.y": id },
  };
  expect(wireSchema(pointing)).toBe(pointing);
});

test("a mark on either side of a reference stays", () => {
  const secret = { type: "string", sensitive: true };
  check(
    {
      properties: {
        a: { $ref: "#/$defs/x.s", description: "d" },
        b: { $ref: "#/$defs/x.i", sensitive: true },
      },
      $defs: { "x.s": secret, "x.i": id },
    },
    { properties: { a: { ...secret, description: "d" }, b: { ...id, sensitive: true } } },
  );
});

test("kept, a type that is used again is referred to, and the same values fit as without", () => {
  const box = { type: "object", properties: { at: { $ref: "#/$defs/x.at" }, to: { $ref: "#/$defs/x.at" } } };
  const schema = {
    type: "object",
    properties: { box: { $ref: "#/$defs/x.box" }, list: { type: "array", items: { $ref: "#/$defs/x.id" } } },
    $defs: { "x.at": { type: "number" }, "x.box": box, "x.id": id, "x.unused": id },
  };
  const kept = wireSchema(schema, "keep");
  const at = { $ref: "#/$defs/x_at" };
  expect(kept).toEqual({
    type: "object",
    properties: { box: { ...box, properties: { at, to: at } }, list: { type: "array", items: id } },
    $defs: { x_at: { type: "number" } },
  });
  expect(wireSchema({ ...kept }, "keep")).toEqual(kept);
  expect(wireSchema(kept)).toEqual(wireSchema(schema));
});
