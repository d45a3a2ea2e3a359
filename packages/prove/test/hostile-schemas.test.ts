import type { Json, JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { implication } from "./implication.ts";

const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => {
    const next: Json = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { anyOf: [next, next] }];
  }),
);
const wide = Object.fromEntries(
  Array.from({ length: 30 }, (_, at): [string, Json] => {
    const names = ["a", "b", "c", "d", "e"];
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/w${at + 1}` }]));
    return [`w${at}`, { type: "object", properties, required: names }];
  }),
);

const manyTypes = Object.fromEntries(
  Array.from({ length: 400 }, (_, at): [string, Json] => [
    `t${at}`,
    { type: "object", properties: { next: { $ref: `#/$defs/t${(at + 1) % 400}` } } },
  ]),
);

const verdictOf = (x: Json, one: string, other: string, defs: JsonObject = {}): string =>
  implication(one, other, { type: "object", properties: { x }, required: ["x"], $defs: defs }).verdict;

test.each<[string, Json, string, string, JsonObject?]>([
  [
    "refers to itself",
    { $ref: "#/$defs/d" },
    "has(input.x)",
    "input.x == 'a'",
    { d: { anyOf: [{ $ref: "#/$defs/d" }] } },
  ],
  [
    "is nothing but a reference to itself",
    { $ref: "#/$defs/d" },
    "true",
    "input.x == 'a'",
    { d: { $ref: "#/$defs/d" } },
  ],
  ["doubles at each level", { $ref: "#/$defs/d0" }, "true", "input.x == 'a'", doubling],
  [
    "has many types and a pattern that no text of the condition fits",
    { type: "string", pattern: "^$", minLength: 1 },
    Array.from({ length: 100 }, (_, at) => `input.x != 'v${at}'`).join(" && "),
    "input.x == 'a'",
    manyTypes,
  ],
  ["needs more at each level", { $ref: "#/$defs/w0" }, "has(input.x)", "has(input.x.a)", wide],
  [
    "needs many items",
    { type: "array", items: { type: "string" }, minItems: 1e9 },
    "true",
    "size(input.x) > 1000000000",
  ],
  ["needs a long text", { type: "string", minLength: 1e9 }, "true", "size(input.x) > 1000000000"],
  [
    "asks for many kinds of long lists",
    { type: "array", items: { type: "string" } },
    "size(input.x) > 19990 && input.x.exists(t, t.startsWith('a') || t.endsWith('b') || t.contains('c') || t == 'd')",
    "'e' in input.x",
  ],
  [
    "asks for many searched parts of long texts",
    { type: "string" },
    ["a", "b", "c", "d", "e"].map((text) => `input.x.contains('${text}')`).join(" && "),
    "size(input.x) > 99990 && input.x.startsWith('f') && input.x.endsWith('g')",
  ],
])("a schema or condition that %s takes bounded steps and memory", (_, x, one, other, defs) => {
  expect(["undecidable", "counterexample"]).toContain(verdictOf(x, one, other, defs));
});
