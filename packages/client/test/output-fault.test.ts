import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { additive, contract, deletion } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { check as checkCall, over, yes } from "./harness.ts";

const outputSchema: JsonObject = {
  type: "object",
  properties: {
    pair: { type: "array", prefixItems: [{ type: "string" }, { $ref: "#/$defs/when" }], items: false },
    email: { type: "string", format: "email" },
  },
  required: ["pair"],
  unevaluatedProperties: false,
  $defs: { when: { type: "string", format: "date-time" } },
};
const good: JsonObject = { pair: ["a", "2030-01-01T09:00:00Z"], email: "anna@example.com" };
const bad: readonly JsonObject[] = [
  {},
  { pair: [1] },
  { pair: ["a", "tomorrow"] },
  { pair: ["a", "2030-01-01T09:00:00Z", "more"] },
  { pair: [], email: "anna" },
  { pair: [], other: 1 },
];

/** Calls with a server that answers `output`; expects the code, and that nothing is repeated. */
function check(tool: ToolContract, output: JsonObject, expected: string, sent = 1): Promise<void> {
  return checkCall(
    over(tool, () => done(output), { confirm: yes }),
    tool.name,
    expected,
    sent,
  );
}

test("an output is held to the pinned contract, in JSON Schema 2020-12", async () => {
  await check(contract({ outputSchema }), good, "ok");
  for (const output of bad) await check(contract({ outputSchema }), output, "transport_error");
});

test("after a change, an output that does not fit leaves the outcome unknown", async () => {
  for (const output of bad)
    await check(contract({ outputSchema, hints: additive }), output, "outcome_unknown");
});

test("a plan is held to the tool's preview, and to what every plan has", async () => {
  const preview = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
  const tool = deletion({ dryRun: { mode: "required", preview } });
  const plan = {
    dryRun: true,
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: [],
    estimatedDurationMs: 1,
  };
  for (const made of [plan, { ...plan, count: "many" }, { dryRun: true, count: 1 }])
    await check(tool, made, "transport_error");
  const { guard } = over(tool, () => done({ ...plan, count: 1 }));
  expect((await guard.plan(tool.name, {})).ok).toBe(true);
});

/** Two alternatives lead on, so that an output that fits neither is tried in two to the power of its depth ways. */
const holdsItself: JsonObject = {
  type: "object",
  properties: { tree: { $ref: "#/$defs/tree" } },
  $defs: {
    tree: {
      anyOf: [
        { type: "object", properties: { not: { $ref: "#/$defs/tree" } }, required: ["not"] },
        {
          type: "object",
          properties: { not: { $ref: "#/$defs/tree" }, note: { type: "string" } },
          required: ["not"],
        },
        { type: "string" },
      ],
    },
  },
};

function nested(depth: number, bottom: string | number): JsonObject | string | number {
  return depth === 0 ? bottom : { not: nested(depth - 1, bottom) };
}

test("an output of a type that holds itself is checked at every level, in a bounded number of steps", async () => {
  const tool = contract({ outputSchema: holdsItself });
  await check(tool, { tree: nested(8, "a") }, "ok");
  await check(tool, { tree: nested(8, 1) }, "transport_error");
  await check(tool, { tree: nested(60, 1) }, "transport_error");
  const result = await over(tool, () => done({ tree: nested(60, 1) })).guard.call(tool.name, {});
  expect(!result.ok && result.failure.message).toContain("nested in too many ways");
});

const matched: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string", pattern: "^(a+)+$", allOf: [{ minLength: 2 }] },
    code: { type: "string", pattern: "^[\\w.]{2,}$", format: "email" },
    other: { type: "string", pattern: "^(?!x)[a-z]{1,9}$" },
  },
};
// Titles without the values: mutation testing makes a pattern of them, and the longest value is too long for one.
test.each<[string, JsonObject, string]>([
  ["a text in the wrong format", { name: "aa", code: "a.b" }, "transport_error"],
  ["texts that fit", { name: "aa", other: "ab" }, "ok"],
  ["a text that is too short", { name: "a" }, "transport_error"],
  ["a text that does not match", { name: "ab" }, "transport_error"],
  ["a long text made for backtracking", { name: `${"a".repeat(50_000)}!` }, "transport_error"],
  ["a text that takes too many steps", { name: "a".repeat(5_000_000) }, "transport_error"],
  ["a text that a look-ahead excludes", { other: "xb" }, "transport_error"],
])("an output is matched in linear time: %s", (_what, output, expected) =>
  check(contract({ outputSchema: matched }), output, expected),
);

test("the failure says what of the output does not fit", async () => {
  const tool = contract({ outputSchema });
  const result = await over(tool, () => done({})).guard.call(tool.name, {});
  expect(!result.ok && result.failure.message).toContain('"pair"');
});
