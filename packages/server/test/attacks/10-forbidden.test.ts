// One call after the other, names and audit: `test/stages/admit.test.ts` and `test/mcp/call.test.ts`. Time is measured, not asserted.
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import { connectInMemory, raw } from "../mcp/harness.ts";
import { anna, ben, fixture, highRisk, manifest, preview, tool } from "../sample.ts";

const forbidden = tool({
  name: "secrets.read_password",
  domain: "secrets",
  riskLevel: "forbidden",
  permissions: ["secrets:read"],
  dryRun: { mode: "required", preview },
  idempotency: { key: ["text"], ttlMs: 1000 },
  rateLimit: { limit: 1, perMs: 1000 },
});
const others = [tool(), tool({ ...highRisk, name: "notes.delete" })];
type Request = readonly [method: string, params: Record<string, unknown>];

/** Everything that a client can ask about a name, and everything that it can ask without one. */
function requests(name: string): readonly Request[] {
  const args = [
    undefined,
    {},
    { text: "x" },
    { text: 7 },
    { dryRun: true },
    { text: "x".repeat(100_000) },
    [],
  ];
  const metas = [
    {},
    { "dev.proviso/idempotencyKey": "k" },
    { "dev.proviso/idempotencyKey": 7 },
    { progressToken: 1 },
  ];
  const calls = args.flatMap((each) => metas.map((_meta) => ({ name, arguments: each, _meta })));
  const lists = [{}, { cursor: "" }, { cursor: name }, { cursor: "MQ==" }, { name }, { _meta: { name } }];
  return [
    ...calls.map((params): Request => ["tools/call", params]),
    ["tools/call", { name, task: { ttl: 1 } }],
    ["tools/call", { name: name.replace(".", "_") }],
    ["tools/call", { name: name.toUpperCase() }],
    ...lists.map((params): Request => ["tools/list", params]),
    ["tools/get", { name }],
    ["completion/complete", { ref: { type: "ref/tool", name }, argument: { name: "text", value: "" } }],
    ["resources/list", {}],
    ["prompts/get", { name }],
    ["tasks/get", { taskId: name }],
  ];
}

async function answers(tools: readonly ToolContract[], name: string, principal = anna): Promise<string> {
  const { server, audit } = fixture({ tools });
  const client = await connectInMemory(server, { principal, answering: () => ({ action: "accept" }) });
  const all = [];
  for (const [method, params] of requests(name)) {
    all.push(await raw(client, method, params).catch(({ code, message, data }) => ({ code, message, data })));
  }
  const list = JSON.stringify([server.list(principal), server.manifest.tools]);
  await client.close();
  const facts = audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" }));
  return JSON.stringify([all, list, facts]);
}

test.each([anna, ben, { ...anna, permissions: ["secrets:read"] }])(
  "nothing tells a forbidden tool from one that does not exist (%#)",
  async (principal) => {
    const asked = await answers([...others, forbidden], forbidden.name, principal);
    expect(asked).toBe(await answers(others, forbidden.name, principal));
    const unheard = await answers([...others, forbidden], "secrets.read_passw0rd", principal);
    expect(asked).toBe(
      unheard.replaceAll("read_passw0rd", "read_password").replaceAll("READ_PASSW0RD", "READ_PASSWORD"),
    );
  },
);

test("nor an error of the call, whatever the name looks like", async () => {
  const client = await connectInMemory(fixture({ tools: [...others, forbidden] }).server);
  for (const name of ["", "a\nb", "\u202esecrets", "x".repeat(100_000), "secrets.read_password\u0000"]) {
    const error = await raw(client, "tools/call", { name }).catch(({ code, message }) => ({ code, message }));
    expect(error).toEqual({ code: -32602, message: `MCP error -32602: Unknown tool: ${name}` });
  }
});

test("a forbidden tool leaves no policy, handler or permission check to trip over", async () => {
  const seen: string[] = [];
  const { call } = fixture({
    tools: [...others, forbidden],
    manifest: manifest(...others, forbidden),
    policies: { secrets: ({ tool: { name } }) => (seen.push(name), { effect: "allow" }) },
    visible: ({ name }) => seen.push(name) > 0,
  });
  await call(forbidden.name, { text: "x" });
  expect(seen).toEqual([]);
});
