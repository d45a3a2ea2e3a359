import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { aiSdkTools } from "../src/frameworks/ai-sdk.ts";
import { resultText } from "../src/frameworks/result-text.ts";
import type { WireResult } from "../src/index.ts";
import { additive, contract } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { check as checkCall, over } from "./harness.ts";

const { outputSchema: _output, ...plain } = contract();
const drawing: ToolContract = {
  ...plain,
  result: { kinds: ["text", "image"], mimeTypes: ["image/png"], maxBytes: 100 },
};
const text: Json = { type: "text", text: "A chart." };
const image: Json = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };

function answer(content: readonly Json[], structured?: JsonObject): WireResult {
  return { kind: "completed", output: structured ?? { content }, content, meta: {} };
}

/** Calls with a server that answers these blocks; expects the code. */
function check(tool: ToolContract, result: WireResult, expected: string): Promise<void> {
  return checkCall(
    over(tool, () => result),
    tool.name,
    expected,
    1,
  );
}

test("content blocks are given to the caller as they came", async () => {
  const { guard } = over(drawing, () => answer([text, image]));
  const result = await guard.call(drawing.name, {});
  expect(result).toEqual({ ok: true, value: { content: [text, image] }, replayed: false });
});

test("structured content is given only where the contract has a schema for it", async () => {
  const { guard } = over(drawing, () => answer([text], { injected: true }));
  expect(await guard.call(drawing.name, {})).toMatchObject({ ok: true, value: { content: [text] } });
  const both = { ...drawing, outputSchema: { type: "object", required: ["id"] } };
  const { guard: other } = over(both, () => answer([text], { id: 7 }));
  expect(await other.call(both.name, {})).toMatchObject({
    value: { content: [text], structuredContent: { id: 7 } },
  });
  await check(both, answer([text], { id: 7 }), "ok");
  await check(both, answer([text], {}), "transport_error");
});

test("an answer without content blocks has none", async () => {
  const { guard } = over(drawing, () => done());
  expect(await guard.call(drawing.name, {})).toMatchObject({ ok: true, value: { content: [] } });
});

test("what the pinned contract does not allow is no result, and after a change a doubt", async () => {
  const bad: readonly (readonly Json[])[] = [
    [{ type: "audio", data: "", mimeType: "audio/wav" }],
    [{ type: "image", data: "aGVsbG8=", mimeType: "image/svg+xml" }],
    [{ type: "image", data: "no base64", mimeType: "image/png" }],
    [{ type: "text", text: "long".repeat(100) }],
    ["text"],
  ];
  for (const content of bad) {
    await check(drawing, answer(content), "transport_error");
    await check({ ...drawing, hints: additive }, answer(content), "outcome_unknown");
  }
});

test("a tool that returns one object is not given blocks instead", () =>
  check(contract({ outputSchema: { type: "object", required: ["id"] } }), answer([text]), "transport_error"));

test("a dry run of such a tool returns a plan", async () => {
  const preview = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
  const planned: ToolContract = { ...drawing, dryRun: { mode: "supported", preview } };
  const plan = {
    dryRun: true,
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: [],
    estimatedDurationMs: 0,
    count: 1,
  };
  const { guard } = over(planned, () => done(plan));
  expect(await guard.plan(planned.name, {})).toMatchObject({ ok: true, value: { count: 1 } });
  const { guard: real } = over(planned, () => answer([text]));
  expect(await real.call(planned.name, {})).toMatchObject({ ok: true, value: { content: [text] } });
});

test("the AI SDK gives the host the blocks, and the model their text", async () => {
  const { guard } = over(drawing, () => answer([text, image]));
  const tool = aiSdkTools(guard)["customers_get"];
  const value = { content: [text, image] };
  const call = { toolCallId: "1", messages: [] } as never;
  expect(await tool?.execute?.({}, call)).toEqual(value);
  expect(tool?.toModelOutput?.({ toolCallId: "1", input: {}, output: value })).toEqual({
    type: "text",
    value: "A chart.\n[image: image/png, 5 bytes]",
  });
});

test("a framework that gives a model text gives it what can be read", () => {
  const link: Json = { type: "resource_link", uri: "note://1", name: "first" };
  const blob: Json = { type: "resource", resource: { uri: "note://2", blob: "aGVsbG8h" } };
  const shown = resultText(drawing, { content: [text, image, link, blob], structuredContent: { id: 7 } });
  expect(shown).toBe(
    'A chart.\n[image: image/png, 5 bytes]\n[link: first, note://1]\n[resource: note://2, 6 bytes]\n{"id":7}',
  );
  expect(resultText(contract(), { id: 7 })).toBe('{"id":7}');
});
