import { describe, expect, test } from "vitest";
import { extensionName, metaKeys, resolveMethod } from "@proviso/manifest";
import type { JsonObject, Refinement, ToolContract } from "@proviso/manifest";
import { anna, criticalRisk, fixture, preview, summary, tool } from "../sample.ts";
import { adapters, type Connection } from "../ways/in-memory.ts";

const { hints, dataFlow } = tool();
const read: Refinement = {
  when: "input.action == 'read'",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  sideEffects: [],
  hints: { ...hints, readOnlyHint: true, idempotentHint: true },
  dataFlow,
};
const manage = tool({
  ...criticalRisk,
  name: "notes.manage",
  inputSchema: {
    type: "object",
    properties: { action: { enum: ["read", "send"] } },
    required: ["action"],
    additionalProperties: false,
  },
  hints: { ...hints, destructiveHint: true, openWorldHint: true },
  dryRun: { mode: "required", preview },
  rateLimit: { limit: 1, perMs: 60_000 },
  refinements: [read],
});
const forbidden = { ...manage, name: "secrets.read_password", riskLevel: "forbidden" } as const;
const hidden = { ...manage, name: "notes.hidden" };

function open(tools: readonly ToolContract[] = [manage, hidden, forbidden]) {
  const asked: string[] = [];
  const policy = () => {
    asked.push("policy");
    return { effect: "deny" } as const;
  };
  const bench = fixture({
    tools,
    visible: ({ name }) => name !== hidden.name,
    policies: { "*": policy },
  });
  return { ...bench, asked };
}

/** The result of a request, or its error, as it is on the wire. */
async function answer(
  { connect }: (typeof adapters)[number],
  method: string,
  params: JsonObject,
  { server, ...connection }: Connection & { readonly server?: ReturnType<typeof open>["server"] } = {},
): Promise<unknown> {
  const client = await connect(server ?? open().server, connection);
  try {
    return await client.request(method, params);
  } catch (error) {
    const { code, message, data } = error as { code: unknown; message: string; data: unknown };
    return { code, message, data };
  } finally {
    await client.close();
  }
}

describe.each(adapters.map((each) => [each.name, each] as const))("%s", (_name, adapter) => {
  const resolve = (params: JsonObject, connection?: Connection) =>
    answer(adapter, resolveMethod, params, connection);

  test("announces the method", async () => {
    const client = await adapter.connect(open().server);
    expect(client.capabilities()).toMatchObject({
      extensions: { [extensionName]: { version: 1, resolve: "dev.proviso/tools/resolve" } },
    });
    await client.close();
  });

  test("says which contract applies to a call", async () => {
    const { when: _when, hints: applied, ...facts } = read;
    expect(await resolve({ name: "notes.manage", arguments: { action: "read" } })).toMatchObject({
      name: "notes.manage",
      annotations: applied,
      _meta: {
        [metaKeys.resolution]: { tool: "notes.manage", contractHash: manage.hash, refinement: 0, ...facts },
      },
    });
    const worst = await resolve({ name: "notes_manage", arguments: { action: "send" } });
    expect(worst).toMatchObject({
      name: "notes_manage",
      annotations: manage.hints,
      _meta: {
        [metaKeys.resolution]: {
          tool: "notes.manage",
          riskLevel: "critical",
          confirmation: { kind: "always" },
          sideEffects: manage.sideEffects,
        },
      },
    });
    expect(JSON.stringify(worst)).not.toContain("refinement");
  });

  test("takes a dry run for what it would be", async () => {
    expect(
      await resolve({ name: "notes.manage", arguments: { action: "read", dryRun: true } }),
    ).toMatchObject({ _meta: { [metaKeys.resolution]: { riskLevel: "low" } } });
  });

  test("runs nothing, and says and records what would refuse the call now", async () => {
    const { server, ran, asked, audit } = open();
    for (let times = 0; times < 3; times++)
      expect(
        await answer(
          adapter,
          resolveMethod,
          { name: "notes.manage", arguments: { action: "send" } },
          { server },
        ),
      ).toMatchObject({
        name: "notes.manage",
        _meta: { [metaKeys.resolution]: { refusal: { code: "policy_violation", retry: "never" } } },
      });
    expect([ran, asked]).toEqual([[], ["policy", "policy", "policy"]]);
    expect(audit.records.map(({ kind, failure }) => [kind, failure])).toEqual(
      Array.from({ length: 3 }, () => ["precheck", "policy_violation"]),
    );
    expect(
      await answer(
        adapter,
        "tools/call",
        { name: "notes.manage", arguments: { action: "send" } },
        { server },
      ),
    ).toMatchObject({ _meta: { [metaKeys.failure]: { code: "policy_violation" } } });
  });

  test("answers what no call gets past exactly as a call, and knows a forbidden tool from nothing", async () => {
    const nobody = { ...anna, permissions: [] };
    for (const [params, principal] of [
      [{ name: "notes.manage", arguments: { action: "drop" } }, anna],
      [{ name: "notes.manage" }, anna],
      [{ name: "notes.manage", arguments: { action: "read" } }, nobody],
      [{ name: "notes.missing", arguments: { action: "read" } }, anna],
      [{ name: "notes.hidden", arguments: { action: "read" } }, anna],
      [{ name: forbidden.name, arguments: { action: "read" } }, anna],
      [{ name: "secrets_read_password" }, nobody],
    ] as const) {
      const resolved = await resolve(params, { principal });
      expect(resolved).toEqual(await answer(adapter, "tools/call", params, { principal }));
      expect(resolved).not.toHaveProperty("annotations");
    }
    const told = async (tools: readonly ToolContract[], name: string) =>
      JSON.stringify(
        await answer(adapter, resolveMethod, { name, arguments: { action: "read" } }, open(tools)),
      ).replaceAll(name, "NAME");
    for (const name of [forbidden.name, hidden.name, "notes.missing"])
      expect(await told([manage, hidden, forbidden], name)).toBe(await told([manage], "never.heard_of"));
  });

  test("tells the complete contract of a tool before any call", async () => {
    const asked = { name: "notes_manage", contract: true };
    expect(await resolve(asked)).toMatchObject({
      annotations: manage.hints,
      _meta: {
        [metaKeys.resolution]: {
          contract: {
            name: "notes.manage",
            category: manage.category,
            auditEvent: manage.auditEvent,
            permissions: manage.permissions,
            failureModes: manage.failureModes,
            rateLimit: manage.rateLimit,
            refinements: [read],
            inputSchema: { properties: { action: {}, dryRun: { type: "boolean" } } },
            hash: manage.hash,
          },
        },
      },
    });
    const refined = await resolve({ ...asked, arguments: { action: "read" } });
    expect(refined).toMatchObject({
      _meta: { [metaKeys.resolution]: { refinement: 0, contract: { riskLevel: "low" } } },
    });
    const plain = await resolve({ name: "notes.manage", arguments: { action: "read" } });
    expect(JSON.stringify(plain)).not.toContain("auditEvent");
  });

  test("tells the contract of a tool that the caller is listed, and of no other", async () => {
    const told = async (name: string) =>
      JSON.stringify(await resolve({ name, contract: true })).replaceAll(name, "NAME");
    const unknown = await told("never.heard_of");
    expect(unknown).toContain("Unknown tool: NAME");
    for (const name of [forbidden.name, hidden.name, "secrets_read_password"])
      expect(await told(name)).toBe(unknown);
  });

  test("says that a call is already done, and so does its plan", async () => {
    const dryRun = { mode: "supported", preview } as const;
    const { server } = fixture({ tools: [tool({ dryRun })] });
    const call = {
      name: "notes.create",
      arguments: { text: "a" },
      _meta: { [metaKeys.idempotencyKey]: "k-1" },
    };
    const dry = { ...call, arguments: { text: "a", dryRun: true } };
    const notes = async () => [
      await answer(adapter, resolveMethod, call, { server }),
      await answer(adapter, "tools/call", dry, { server }),
    ];
    expect(JSON.stringify(await notes())).not.toContain("alreadyDone");
    await answer(adapter, "tools/call", call, { server });
    expect(await notes()).toMatchObject([
      { _meta: { [metaKeys.resolution]: { alreadyDone: true } } },
      { _meta: { [metaKeys.outcome]: { kind: "planned", replayed: false, alreadyDone: true } } },
    ]);
  });

  test("refuses a request that names no tool", async () => {
    for (const params of [{}, { name: 7 }] as const)
      expect(await resolve(params)).toMatchObject({ code: -32602 });
    expect(await resolve({ name: "notes.manage", arguments: [] })).toMatchObject({
      _meta: { [metaKeys.failure]: { code: "invalid_input" } },
    });
  });

  test("still knows no other method", async () => {
    expect(await answer(adapter, "dev.proviso/tools/run", { name: "notes.manage" })).toMatchObject({
      code: -32601,
      message: expect.stringContaining("Method not found"),
    });
  });
});

test("in process, the whole contract that applies is returned", async () => {
  const { server } = open();
  const resolved = await server.resolve("notes.manage", { action: "read" }, { principal: anna });
  expect(resolved).toMatchObject({
    kind: "resolved",
    refinement: 0,
    contract: { riskLevel: "low", permissions: manage.permissions, hash: manage.hash },
  });
  expect(await server.resolve("notes.manage", { action: "read" }, {})).toMatchObject({
    failure: { code: "permission_denied" },
  });
  const broken = fixture({
    tools: [manage],
    visible: () => {
      throw new Error("no");
    },
  });
  expect(await broken.server.resolve("notes.manage", {}, { principal: anna })).toEqual({
    kind: "unknown_tool",
    tool: "notes.manage",
  });
  await server.close();
  const closed = await server.resolve("notes.manage", { action: "read" }, { principal: anna });
  expect(closed.kind === "resolved" ? closed : summary(closed)).toBe("refused server_unavailable");
});
