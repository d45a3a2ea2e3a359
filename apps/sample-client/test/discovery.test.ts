// The sample's server with a search, and a guard in front of a model that knows no other tool than the three.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifest } from "@backoffice/client";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { answeredByPerson, createGuard, type CallRequest, type Confirm } from "@proviso/client";
import { throughCallTool } from "@proviso/client/discovery";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";
import { connectMcp } from "@proviso/server/mcp";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { afterAll, expect, onTestFinished, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "backoffice-search-"));
const backoffice = await openBackoffice(folder);
afterAll(async () => {
  await backoffice.close();
  rmSync(folder, { recursive: true, force: true });
});

type Row = { readonly name: string };

test.each([
  [1, connect1],
  [2, connect2],
] as const)("a model finds a tool, reads its contract and calls it: SDK %i", async (sdk, connect) => {
  const principal = seededPrincipal("mia", new Date());
  if (!principal) throw new Error("the sample has no Mia");
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const serverInfo = { name: "backoffice-server", version: "0.1.0" };
  await connectMcp(backoffice.server, theirs, { sdk, principal, serverInfo, discovery: "search" });
  const connection = await connect(ours as never);
  onTestFinished(() => connection.close());
  const asked: CallRequest[] = [];
  const confirm: Confirm = async (request) => {
    const { phrase } = request as CallRequest;
    asked.push(request as CallRequest);
    return answeredByPerson(request, { yes: true, ...(phrase !== undefined && { phrase }) });
  };
  const model = throughCallTool(
    createGuard(connection, { manifest, confirm, env: "test", trustAnnotations: true }),
  );

  expect((await connection.listTools()).map(({ name }) => name)).toEqual([
    "search_tools",
    "describe_tool",
    "call_tool",
  ]);
  const found = await model.call<{ tools: readonly Row[] }>("search_tools", {
    words: "what a customer owes and has paid",
    effect: "none",
  });
  if (!found.ok) throw new Error(found.failure.message);
  const name = "customers_get_financial_summary";
  expect(found.value.tools.map((row) => row.name)).toContain(name);
  const described = await model.call("describe_tool", { name });
  expect(described).toMatchObject({
    value: { contract: { riskLevel: "low", permissions: ["customers:read", "billing:read"] } },
  });

  const read = await model.call("call_tool", { name, arguments: { customerId: "cus_0001" } });
  expect(read).toMatchObject({ ok: true, value: { customerId: "cus_0001" } });
  expect(asked).toEqual([]);
  const sent = { to: ["a@example.com"], subject: "Hello", body: "A text." };
  const email = await model.call("call_tool", { name: "emails_send_external", arguments: sent });
  expect(email).toMatchObject({ ok: true });
  expect(asked).toMatchObject([{ tool: "emails.send_external", input: sent }]);
});
