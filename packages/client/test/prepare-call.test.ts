import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { CallRequest, CreateGuardOptions, WireTool } from "../src/index.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed, listedPlan } from "./fake-connection.ts";
import { yes } from "./harness.ts";

/** Calls a tool and approves it; returns what the person saw, and what was sent. */
async function asked(tools: readonly WireTool[], options: CreateGuardOptions = {}, input: JsonObject = {}) {
  const requests: CallRequest[] = [];
  const connection = fakeConnection(tools, () => done());
  const guard = createGuard(connection, {
    ...options,
    confirm: (request) => {
      if (request.kind === "call") requests.push(request);
      return yes(request);
    },
  });
  const result = await guard.call(tools[0]?.name ?? "", input);
  return { result, request: requests[0], sent: connection.calls[0]?.input };
}

test("a server that cannot be asked for its tools may be asked later", async () => {
  const connection = fakeConnection([], () => done());
  const guard = createGuard({ ...connection, listTools: () => Promise.reject(new Error("offline")) });
  expect(await guard.call("customers.get", {})).toStrictEqual({
    ok: false,
    failure: {
      code: "transport_error",
      message: "The server could not be asked for its tools: offline.",
      retry: "after",
    },
  });
});

const defaulted: JsonObject = { type: "object", properties: { limit: { type: "integer", default: 10 } } };

test("defaults are filled in by the contract, or where the server shows one; elsewhere a default may mean anything", async () => {
  const tool = contract({ inputSchema: defaulted });
  const foreign = { name: "list_all", inputSchema: defaulted, meta: {} };
  expect((await asked([listed(tool)], { manifest: manifestOf(tool) })).sent).toEqual({ limit: 10 });
  expect((await asked([listed(tool)])).sent).toEqual({ limit: 10 });
  expect((await asked([foreign])).sent).toEqual({});
});

test("where a tool has changed, the defaults are still those of its contract", async () => {
  const tool = contract({ inputSchema: defaulted });
  const other = { type: "object", properties: { limit: { type: "integer", default: 1_000 } } };
  const connection = fakeConnection([listed({ ...tool, inputSchema: other })], () => done());
  const guard = createGuard(connection, { manifest: manifestOf(tool), confirm: yes });
  for (const { hash } of (await guard.inspect()).drift) guard.acknowledge(hash);
  expect((await guard.call(tool.name, {})).ok).toBe(true);
  expect(connection.calls[0]?.input).toEqual({ limit: 10 });
});

test("a person sees whose call it is, in which environment, and which effects cannot be taken back", async () => {
  const lasting = {
    kind: "deletes",
    description: "The customer.",
    reversible: false,
    external: false,
  } as const;
  const passing = { ...lasting, description: "The cache.", reversible: true };
  const tool = deletion({ sideEffects: [lasting, passing] });
  const pinned = { manifest: manifestOf(tool) };
  const { request } = await asked([listed(tool)], { ...pinned, caller: "anna@example.com" });
  expect(request).toMatchObject({
    env: "live",
    caller: "anna@example.com",
    effects: [lasting, passing],
    irreversible: ["The customer."],
  });
  for (const absent of ["claims", "changes"]) expect(request).not.toHaveProperty(absent);
  const tried = (await asked([listed(tool)], { ...pinned, env: "test" })).request;
  expect(tried?.env).toBe("test");
  expect(tried).not.toHaveProperty("caller");
});

test("a person sees what a server claims, and how its tool differs from the contract", async () => {
  const tool = contract();
  const changed = { ...listed(tool), description: "New." };
  const { request } = await asked([changed], { manifest: manifestOf(tool) });
  expect(request?.changes).toMatchObject([{ what: "description" }]);
  expect(request?.claims).toMatchObject({ trusted: false });
  const foreign = await asked([{ name: "old_tool", inputSchema: { type: "object" }, meta: {} }]);
  expect(foreign.request).toMatchObject({ claims: { trusted: false }, riskLevel: "unclassified" });
  for (const absent of ["changes", "effects", "irreversible"])
    expect(foreign.request).not.toHaveProperty(absent);
});

const preview = { type: "object", properties: {} };
const planned = deletion({ dryRun: { mode: "supported", preview } });
const plan = {
  dryRun: true,
  warnings: [],
  missingPermissions: [],
  expectedSideEffects: [],
  estimatedDurationMs: 0,
};
const besides = listedPlan(planned);

/** The listed tool without the argument that asks for a dry run. */
function withoutArgument(): WireTool {
  const shown = listed(planned);
  const { dryRun: _dryRun, ...properties } = shown.inputSchema["properties"] as JsonObject;
  return { ...shown, inputSchema: { ...shown.inputSchema, properties } };
}

test.each<[string, readonly WireTool[], object | undefined]>([
  ["by its argument", [listed(planned)], { name: "customers.delete", input: { dryRun: true } }],
  ["by the tool for it", [withoutArgument(), besides], { name: "customers.delete_plan", input: {} }],
  ["by neither, for then the server would act", [withoutArgument()], undefined],
])("before a person is asked, a plan is made %s", async (_how, tools, sent) => {
  const connection = fakeConnection(tools, () => done(plan));
  const confirm = () => Promise.resolve({ approved: false } as const);
  const guard = createGuard(connection, { manifest: manifestOf(planned), confirm });
  for (const { hash } of (await guard.inspect()).drift) guard.acknowledge(hash);
  expect(await guard.call(planned.name, {})).toMatchObject({ failure: { code: "declined_by_person" } });
  expect(connection.calls).toMatchObject(sent ? [sent] : []);
});

test("an argument of the tool that is named `dryRun` makes no dry run where the contract has none", async () => {
  const inputSchema = { type: "object", properties: { dryRun: { type: "boolean" } } };
  const tool = contract({ inputSchema });
  const connection = fakeConnection([listed(tool)], () => done(plan));
  const guard = createGuard(connection, { manifest: manifestOf(tool) });
  expect(await guard.plan(tool.name, {})).toMatchObject({ failure: { code: "refused_by_guard" } });
  expect(connection.calls).toEqual([]);
});

test("who wants a plan does not get the real call from a server that offers plans no more", async () => {
  const connection = fakeConnection([withoutArgument()], () => done(plan));
  const guard = createGuard(connection, {
    manifest: manifestOf(planned),
    confirm: () => Promise.reject(new Error("not asked")),
  });
  for (const { hash } of (await guard.inspect()).drift) guard.acknowledge(hash);
  expect(await guard.call(planned.name, { dryRun: true })).toMatchObject({
    failure: { code: "refused_by_guard", message: expect.stringContaining("offers no dry run any more") },
  });
  expect(connection.calls).toEqual([]);
});
