// What a foreign server lists beside a contract that only the client holds.
import { metaKeys } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { WireTool } from "../../src/index.ts";
import { compareOverlay } from "../../src/pinning/compare-overlay.ts";
import { contract } from "../contract.ts";

const text = { type: "string" };
const closed = { type: "object", properties: { path: text }, additionalProperties: false };
const open = { type: "object", properties: { path: text } };

/** What differs between a contract and a tool that is listed, as words. */
function differences(known: Partial<ToolContract>, listed: Partial<WireTool>): readonly string[] {
  const base = contract({ inputSchema: closed, ...known });
  const { outputSchema = base.outputSchema } = listed;
  const tool = { name: "get", inputSchema: closed, meta: {}, ...listed };
  const found = compareOverlay(base, { ...tool, ...(outputSchema && { outputSchema }) });
  return found.map(({ what, verdict }) => `${what} ${verdict}`);
}

test.each<readonly [what: string, known: JsonObject, listed: JsonObject, isSame: boolean]>([
  ["the same arguments", closed, closed, true],
  ["open arguments, of which the others are never sent", closed, open, true],
  ["another type", closed, { ...closed, properties: { path: { type: "integer" } } }, false],
  ["one more argument", closed, { ...closed, properties: { path: text, more: text } }, false],
  ["no properties at all, where there are some", closed, { type: "object" }, false],
  ["others that must be texts", closed, { ...open, additionalProperties: text }, false],
  [
    "an open object inside a list",
    { ...closed, properties: { list: { type: "array", items: closed } } },
    { ...open, properties: { list: { type: "array", items: open } } },
    true,
  ],
  [
    "a list of anything",
    { ...closed, properties: { list: { type: "array", items: true } } },
    { ...open, properties: { list: { type: "array", items: true } } },
    true,
  ],
  [
    "a list of something else",
    { ...closed, properties: { list: { type: "array", items: text } } },
    { ...open, properties: { list: { type: "array", items: open } } },
    false,
  ],
  [
    "an open object inside another one",
    { ...closed, properties: { place: closed } },
    { ...open, properties: { place: open } },
    true,
  ],
  [
    "an open type by name",
    { ...closed, properties: { place: closed } },
    { ...open, properties: { place: { $ref: "#/$defs/place" } }, $defs: { place: open } },
    true,
  ],
  [
    "an open type by name, as earlier drafts have it",
    { ...closed, properties: { place: closed } },
    { ...open, properties: { place: { $ref: "#/definitions/place" } }, definitions: { place: open } },
    true,
  ],
  [
    "an open object in a choice, which is not closed here",
    { ...closed, properties: { place: { anyOf: [closed, text] } } },
    { ...open, properties: { place: { anyOf: [open, text] } } },
    false,
  ],
  [
    "a property that any value fits",
    { ...closed, properties: { path: true } },
    { ...open, properties: { path: true } },
    true,
  ],
  [
    "a value that is fixed, whose properties are no schemas",
    { ...closed, properties: { path: { const: { a: { properties: {} } } } } },
    { ...open, properties: { path: { const: { a: { properties: {} } } } } },
    true,
  ],
])("arguments: %s", (_what, inputSchema, listed, isSame) => {
  expect(differences({ inputSchema }, { inputSchema: listed })).toEqual(
    isSame ? [] : ["inputSchema loosened"],
  );
});

const wrap = (result: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { result },
  required: ["result"],
  additionalProperties: false,
  ...more,
});

test.each<readonly [what: string, known: JsonObject, listed: JsonObject, isSame: boolean]>([
  ["the same object", closed, closed, true],
  ["another object", closed, open, false],
  ["a list, that comes as the property `result`", wrap({ type: "array" }), { type: "array" }, true],
  ["a text instead of a list", wrap({ type: "array" }), text, false],
  ["an object is not wrapped", wrap(closed), closed, false],
  [
    "a list of types by name",
    wrap({ type: "array", items: { $ref: "#/$defs/tag" } }, { $defs: { tag: text } }),
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "array",
      items: { $ref: "#/$defs/tag" },
      $defs: { tag: text },
    },
    true,
  ],
])("output: %s", (_what, outputSchema, listed, isSame) => {
  expect(differences({ outputSchema }, { outputSchema: listed })).toEqual(
    isSame ? [] : ["outputSchema loosened"],
  );
});

test("an output that only one of them has is another tool", () => {
  const { outputSchema: _output, ...without } = contract({ inputSchema: closed });
  const tool = { name: "get", inputSchema: closed, meta: {} };
  expect(compareOverlay(without, tool)).toEqual([]);
  const found = [{ what: "outputSchema", verdict: "loosened" }];
  expect(compareOverlay(without, { ...tool, outputSchema: closed })).toEqual(found);
  expect(compareOverlay(contract({ inputSchema: closed }), tool)).toEqual(found);
});

const risky = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const safe = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const readOnly = contract().hints;
const writing = { ...readOnly, readOnlyHint: false };

test.each<readonly [known: ToolContract["hints"], said: JsonObject, found: readonly string[]]>([
  [readOnly, {}, []],
  [readOnly, safe, []],
  [
    readOnly,
    risky,
    ["hints.readOnlyHint tightened", "hints.destructiveHint tightened", "hints.openWorldHint tightened"],
  ],
  // What only reads destroys nothing, whatever else is said.
  [readOnly, { readOnlyHint: true, destructiveHint: true }, []],
  [writing, { readOnlyHint: false }, []],
  [writing, { destructiveHint: true }, ["hints.destructiveHint tightened"]],
  [writing, { destructiveHint: "true", openWorldHint: 1, readOnlyHint: 0 }, []],
  [risky, { ...risky }, []],
  [risky, safe, []],
])("of the hints only the stricter ones are heard: %j and %j", (hints, annotations, found) => {
  expect(differences({ hints }, { annotations })).toEqual(found);
});

const risk = "contract.riskLevel tightened";
const asks = "contract.confirmation tightened";
const always = { confirmation: { kind: "always" }, riskLevel: "high" } as const;

test.each<readonly [known: Partial<ToolContract>, said: JsonObject, found: readonly string[]]>([
  [{ riskLevel: "medium" }, { riskLevel: "high" }, [risk]],
  [{ riskLevel: "medium" }, { riskLevel: "medium" }, []],
  [{ riskLevel: "medium" }, { riskLevel: "low" }, []],
  [{ riskLevel: "medium" }, { riskLevel: "enormous" }, []],
  [{}, { autonomousExecution: false }, [asks]],
  [{}, { autonomousExecution: true }, []],
  [{}, { confirmation: { kind: "always" } }, [asks]],
  [{}, { confirmation: { kind: "when" } }, []],
  [{}, { confirmation: "always" }, []],
  [always, { autonomousExecution: false, confirmation: { kind: "always" } }, []],
  [always, { confirmation: { kind: "never" }, autonomousExecution: true, riskLevel: "low" }, []],
])("of a contract that the server has only what asks for more is heard: %j and %j", (known, said, found) => {
  expect(differences(known, { meta: { [metaKeys.contract]: said } })).toEqual(found);
});
