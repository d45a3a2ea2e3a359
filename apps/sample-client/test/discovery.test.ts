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

async function guardOver(sdk: 1 | 2) {
  const principal = seededPrincipal("mia", new Date());
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const serverInfo = { name: "backoffice-server", version: "0.1.0" };
  await connectMcp(backoffice.server, theirs, { sdk, principal, serverInfo, discovery: "search" });
  const connection = await (sdk === 1 ? connect1 : connect2)(ours as never);
  onTestFinished(() => connection.close());
  const asked: string[] = [];
  const confirm: Confirm = async (request) => {
    const { phrase } = request as CallRequest;
    asked.push(request.kind === "call" ? request.tool : (request.warning ?? request.message));
    return answeredByPerson(request, { yes: true, ...(phrase !== undefined && { phrase }) });
  };
  return {
    asked,
    guard: createGuard(connection, { manifest, confirm, env: "test", trustAnnotations: true }),
  };
}

const email = (subject: string): object => ({
  name: "emails_send_external",
  arguments: { to: ["a@example.com"], subject, body: "A text." },
});

test.each([1, 2] as const)("a model finds a tool, reads its contract and calls it: SDK %i", async (sdk) => {
  const { asked, guard } = await guardOver(sdk);
  const model = throughCallTool(guard);
  const name = "customers_get_financial_summary";
  const words = "what a customer owes and has paid";
  const found = await model.call("search_tools", { words, effect: "none" });
  expect(JSON.stringify(found)).toContain(`"name":"${name}"`);
  const contract = { riskLevel: "low", permissions: ["customers:read", "billing:read"] };
  expect(await model.call("describe_tool", { name })).toMatchObject({ value: { contract } });
  const read = await model.call("call_tool", { name, arguments: { customerId: "cus_0001" } });
  expect([read, asked]).toMatchObject([{ ok: true, value: { customerId: "cus_0001" } }, []]);
  expect(await model.call("call_tool", email(`SDK ${sdk}`))).toMatchObject({ ok: true });
  expect(asked).toEqual(["emails.send_external"]);
});

test.each([1, 2] as const)(
  "without the wrapper, a plain yes does not answer the server's own question: SDK %i",
  async (sdk) => {
    const { asked, guard } = await guardOver(sdk);
    const sent = await guard.call("call_tool", email(`Plain, SDK ${sdk}`));
    expect(sent).toMatchObject({ ok: false, failure: { code: "confirmation_declined" } });
    expect(asked).toEqual(["call_tool", "No such call is under way."]);
  },
);
