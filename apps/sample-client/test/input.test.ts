import { expect, test } from "vitest";
import { readInput } from "../src/arguments/input.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    id: { $ref: "#/$defs/id" },
    reason: { enum: ["fraud", "duplicate"] },
    count: { type: "integer" },
    flag: { type: "boolean" },
    to: { type: "array" },
    ids: { type: "array", items: { $ref: "#/$defs/id" } },
    amount: { $ref: "#/$defs/money" },
    page: { $ref: "#/$defs/page" },
    odd: { $ref: "#/$defs/nowhere" },
  },
  $defs: { id: { type: "string" }, page: { type: "integer" }, money: { type: "object" } },
};

function check(words: readonly string[], expected: object, json?: string): void {
  expect(readInput(json, words, schema)).toEqual(expected);
}

test("words become what the schema wants", () => {
  check(["name=12", "count=12", "flag=true"], { name: "12", count: 12, flag: true });
  check(["id=12", "reason=fraud"], { id: "12", reason: "fraud" });
  check(["page=12", "odd=x"], { page: 12, odd: "x" });
});

test("a single word for a list is a list of one, JSON is taken as it is", () => {
  check(["to=a@example.com"], { to: ["a@example.com"] });
  check(['to=["a","b"]', 'amount={"cents":1}'], { to: ["a", "b"], amount: { cents: 1 } });
});

test("the items of a list are what its schema wants", () => {
  check(["ids=12"], { ids: ["12"] });
  check(["to=12"], { to: [12] });
});

test("a list may be given word by word", () => {
  check(["ids=a", "count=1", 'ids=["b","c"]'], { ids: ["a", "b", "c"], count: 1 });
});

test("what is no list is not given twice", () => {
  for (const words of [
    ["count=1", "count=2"],
    ["name=a", "name=a"],
    ["odd=null", "odd=null"],
  ])
    expect(() => readInput(undefined, words, schema)).toThrow("given twice");
});

test("an equals sign may be part of the value", () => check(["name=a=b"], { name: "a=b" }));

test("words go over --input", () => check(["count=2"], { name: "x", count: 2 }, '{"name":"x","count":1}'));

test("what is no argument says how to write one", () => {
  for (const word of ["name", "=x"])
    expect(() => readInput(undefined, [word], schema)).toThrow("write key=value");
  for (const json of ["[]", "nope", "null"]) expect(() => readInput(json, [], schema)).toThrow("JSON object");
});

test("names of object members mean nothing special", () => {
  expect(Object.keys(readInput(undefined, ["constructor=1", "__proto__=2"], schema))).toEqual([
    "constructor",
    "__proto__",
  ]);
});
