import { describe, expect, test } from "vitest";
import { createProject, type RunResult } from "../project.ts";

const self = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } };
const wide = Object.fromEntries(
  Array.from({ length: 5000 }, (_, index) => [`p${index}`, { type: "string" }]),
);
/** Each type holds the next one twice. */
const doubling = {
  $ref: "#/$defs/t0",
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `t${index}`,
      {
        type: "object",
        properties: { a: { $ref: `#/$defs/t${index + 1}` }, b: { $ref: `#/$defs/t${index + 1}` } },
      },
    ]),
  ),
};
const nested = Array.from({ length: 90 }).reduce<object>((schema) => ({ type: "array", items: schema }), {});
const forms = Array.from({ length: 400 }, (_, index) => ({
  type: "object",
  properties: { [`p${index}`]: { const: index } },
}));

/** The output about a package in which a tool has this schema. */
async function compareWithSchema(schema: object): Promise<RunResult> {
  const project = await createProject();
  await project.proviso("generate");
  await project.edit("out/schemas/manifest/notes.json", (text) => {
    const data = JSON.parse(text);
    data.tools[0].inputSchema = schema;
    data.tools[0].outputSchema = schema;
    return JSON.stringify(data);
  });
  return project.proviso("diff --against ./out/schemas --format json");
}

test("a contract of very many parts is refused", async () => {
  const { code, err } = await compareWithSchema({ type: "object", properties: wide });
  expect([code, err]).toEqual([2, expect.stringContaining("tool number 1 has more than 20000 parts")]);
});

describe("a schema from outside that no compiler would let through does not stop the comparison", () => {
  test.each<readonly [string, object]>([
    ["refers to itself alone", self],
    ["refers to nothing", { $ref: "#/$defs/none" }],
    ["refers elsewhere", { $ref: "https://evil.test/x.json" }],
    ["doubles at each level", doubling],
    ["is nested", nested],
    ["has very many forms", { anyOf: forms }],
    [
      "has patterns that take forever",
      { type: "object", properties: { text: { type: "string", pattern: "(a+)+$" } } },
    ],
    [
      "has patterns that are none",
      { type: "object", properties: { text: { type: "string", pattern: "(((" } } },
    ],
    [
      "has other values than keywords take",
      { type: 7, properties: 5, required: "x", enum: {}, items: [1], anyOf: null, minLength: "a" },
    ],
    [
      "has names of every object",
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{},"toString":{}},"$defs":{"__proto__":{}}}',
      ) as object,
    ],
  ])("%s", async (_, schema) => {
    const { code, err } = await compareWithSchema(schema);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});
