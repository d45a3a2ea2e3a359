import { contractHash } from "@proviso/compiler";
import { asksForPhrase, serverAsks } from "@proviso/manifest";
import { expect, test } from "vitest";
import { typeText } from "../src/declarations/type-text.ts";
import { describeTools, runProgram } from "../src/tools/contracts.ts";

test("the contracts have the hash that the compiler gives them", () => {
  for (const { hash, ...contract } of [runProgram, describeTools]) expect(hash).toBe(contractHash(contract));
});

test("a program alone asks nobody; a client is told the worst that it may do", () => {
  expect([serverAsks(runProgram), asksForPhrase(runProgram)]).toEqual(["never", false]);
  expect(runProgram.hints).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  expect(runProgram.dataFlow).toEqual({ readsPrivate: true, returnsUntrusted: true, sendsOut: true });
});

test.each([
  [{ type: "string" }, "string"],
  [{ type: ["integer", "null"] }, "number | null"],
  [{ enum: ["a", 1] }, '"a" | 1'],
  [{ type: "array", items: { $ref: "#/$defs/x" }, $defs: { x: { const: true } } }, "Array<true>"],
  [
    { anyOf: [{ type: "boolean" }, { type: "object", properties: { "a-b": {} }, required: ["a-b"] }] },
    'boolean | { "a-b": unknown }',
  ],
  [{ $ref: "#" }, "unknown"],
  [{}, "unknown"],
])("the type of %j is %s", (schema, type) => {
  expect(typeText(schema)).toBe(type);
});
