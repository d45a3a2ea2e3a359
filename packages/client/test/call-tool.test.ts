// A server with a search lists `call_tool`, by which a model calls every other tool.
import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { CallRequest, Confirm, CreateGuardOptions, WireTool } from "../src/index.ts";
import { throughCallTool } from "../src/discovery.ts";
import { contract, destructive, manifestOf } from "./contract.ts";
import { done, fakeConnection } from "./fake-connection.ts";
import { yes } from "./harness.ts";

const listed: WireTool = {
  name: "call_tool",
  inputSchema: { type: "object", properties: { name: { type: "string" }, arguments: { type: "object" } } },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  meta: {},
};
const read = contract({ name: "notes.read" });
const wipe = contract({
  name: "notes.wipe",
  riskLevel: "critical",
  confirmation: { kind: "always" },
  hints: destructive,
});

function behind(options: CreateGuardOptions = {}) {
  const asked: CallRequest[] = [];
  const confirm: Confirm = (request) => (asked.push(request as CallRequest), yes(request));
  const connection = fakeConnection([listed], () => done());
  const guard = createGuard(connection, {
    manifest: manifestOf(read, wipe),
    env: "test",
    confirm,
    ...options,
  });
  return { guard, asked, connection };
}
const through = (name: string, input?: object): object => ({ name, ...(input && { arguments: input }) });

test.each([{}, { trustAnnotations: true }])(
  "a guard asks for each call of `call_tool`, and shows the inner one: %j",
  async (options) => {
    const { guard, asked, connection } = behind({ manifest: manifestOf(), ...options });
    for (const name of ["notes.read", "notes.read", "anything"])
      await guard.call("call_tool", through(name, { id: "a" }));
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(asked[2]?.view)).toContain("anything");
    expect(JSON.stringify(asked[2]?.view)).toMatch(/arguments.*id/);
    expect(connection.calls.map(({ name }) => name)).toEqual(["call_tool", "call_tool", "call_tool"]);
  },
);

test("with pinned contracts, a call through `call_tool` is decided, shown and sent as the inner one", async () => {
  const { guard, asked, connection } = behind();
  const own = throughCallTool(guard);
  for (const name of ["notes.read", "notes_read"]) await own.call("call_tool", through(name, { id: "a" }));
  expect(asked).toEqual([]);
  expect(await own.review("call_tool", through("notes.wipe"))).toEqual(await guard.review("notes.wipe", {}));
  await own.call("call_tool", through("notes.wipe", {}));
  expect(asked).toMatchObject([{ tool: "notes.wipe", phrase: expect.stringMatching(/^wipe [0-9a-f]{6}$/) }]);
  expect(connection.calls.map(({ input }) => input)).toEqual([{ id: "a" }, { id: "a" }, {}]);
  expect(connection.calls.every(({ name }) => name !== "call_tool")).toBe(true);
  expect(await own.plan("call_tool", through("notes.wipe"))).toMatchObject({
    failure: { code: "refused_by_guard" },
  });
});

test.each([
  ["a tool without a pinned contract", through("notes.other")],
  ["more arguments than the two", { ...through("notes.read"), confirm: true }],
  ["arguments that are no object", { name: "notes.read", arguments: "id" }],
  ["a name that is no text", { name: ["notes.read"] }],
  ["a property of every object", through("constructor")],
])("%s: the guard asks for `call_tool`", async (_, input) => {
  const { guard, asked } = behind();
  await throughCallTool(guard).call("call_tool", input);
  expect(asked).toMatchObject([{ tool: "call_tool" }]);
});

test("a product's own tool of that name is decided by its contract", async () => {
  const own = contract({ name: "calls.tool", wireName: "call_tool" });
  const { guard, asked, connection } = behind({ manifest: manifestOf(own, wipe) });
  await throughCallTool(guard).call("call_tool", through("notes.wipe"));
  expect(asked.every(({ tool }) => tool !== "notes.wipe")).toBe(true);
  expect(connection.calls.every(({ name }) => name === "call_tool")).toBe(true);
});
