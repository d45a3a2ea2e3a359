import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackofficeClient } from "@backoffice/client";
import { createBackofficeClient, manifest } from "@backoffice/client";
import { StreamableHTTPClientTransport as HttpTransport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as HttpTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { answeredByPerson, createGuard } from "@proviso/client";
import type { Activity, ConfirmRequest, GuardOptions, McpConnection } from "@proviso/client";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";
import { connectMcp, serveHttp } from "@proviso/server/mcp";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import type { Backoffice } from "backoffice-server";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { pieceOf } from "../../../tooling/piece-of.ts";

const folder = mkdtempSync(join(tmpdir(), "backoffice-sdks-"));
const backoffice = await openBackoffice(folder);
afterAll(async () => {
  await backoffice.close();
  rmSync(folder, { recursive: true, force: true });
});

type Server = Backoffice["server"];
/** The generation of the server's SDK. */
type Sdk = 1 | 2;
type Connect = (transport: never) => Promise<McpConnection>;
type Join = (server: Server, name: string) => Promise<McpConnection>;

const serverInfo = { name: "backoffice-server", version: "0.1.0" };

let colleagues = 0;

/** A colleague with the rights of the seeded one, and with rate limits of their own. */
function colleague(name: string) {
  const principal = seededPrincipal(name, new Date());
  if (!principal) throw new Error(`there is no ${name}`);
  return { ...principal, id: `${principal.id}_${(colleagues += 1)}` };
}

function inMemory(sdk: Sdk, connect: Connect): Join {
  return async (server, name) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await connectMcp(server, theirs, { sdk, principal: colleague(name), serverInfo });
    return connect(ours as never);
  };
}

function overHttp(
  sdk: Sdk,
  connect: Connect,
  Transport: typeof HttpTransport1 | typeof HttpTransport2,
): Join {
  return async (server, name) => {
    const principal = colleague(name);
    const authenticate = () => Promise.resolve(principal);
    const listener = await serveHttp(server, { sdk, port: 0, serverInfo, authenticate });
    onTestFinished(() => listener.close());
    return connect(new Transport(new URL(listener.url)) as never);
  };
}

/**
 * Each client with each server. CI tries every other: of those, any two of client, server and transport occur in
 * each combination.
 */
const connections: readonly (readonly [string, Join])[] = [
  ["1.x client, 1.x server, in memory", inMemory(1, connect1)],
  ["2.x client, 1.x server, in memory", inMemory(1, connect2)],
  ["2.x client, 2.x server of 2026-07-28, in memory", inMemory(2, connect2)],
  ["1.x client, 2.x server, in memory", inMemory(2, connect1)],
  ["2.x client, 1.x server, over HTTP", overHttp(1, connect2, HttpTransport2)],
  ["1.x client, 1.x server, over HTTP", overHttp(1, connect1, HttpTransport1)],
  ["1.x client, 2.x server, over HTTP", overHttp(2, connect1, HttpTransport1)],
  ["2.x client, 2.x server of 2026-07-28, over HTTP", overHttp(2, connect2, HttpTransport2)],
];

describe.each(pieceOf(connections, 4))("%s", (where, joinServer) => {
  async function open(options: GuardOptions = {}, name = "mia"): Promise<BackofficeClient> {
    const connection = await joinServer(backoffice.server, name);
    onTestFinished(() => connection.close());
    return createBackofficeClient(connection, { env: "test", ...options });
  }

  /** A person who says `yes`, and what they were asked. */
  function person(yes: boolean) {
    const asked: ConfirmRequest[] = [];
    const confirm = (request: ConfirmRequest) => {
      asked.push(request);
      const phrase = request.kind === "call" && request.phrase ? { phrase: request.phrase } : {};
      return Promise.resolve(answeredByPerson(request, { yes, ...phrase }));
    };
    return { asked, confirm };
  }

  test("the server's tools are the ones that the client was built with", async () => {
    const { drift, tools } = await (await open()).guard.inspect();
    expect(drift).toEqual([]);
    expect(tools.tools.every((tool) => tool.contract !== undefined)).toBe(true);
    expect(tools.get("secrets.read_password")).toBeUndefined();
  });

  test("a read runs unasked, and a forbidden tool does not exist", async () => {
    const { customers, guard } = await open();
    expect(await customers.get({ customerId: "cus_0001" })).toMatchObject({ ok: true });
    expect(await guard.call("secrets.read_password", {})).toMatchObject({
      failure: { code: "unknown_tool" },
    });
  });

  test("what needs a person is refused without one, and done by one yes where there is one", async () => {
    const { asked, confirm } = person(true);
    const email = { to: ["anna.keller@example.com"], subject: "Hello", body: `From ${where}.` };
    const alone = await (await open()).emails.sendExternal(email);
    expect(!alone.ok && alone.failure.code).toBe("refused_by_guard");
    const approved = await (await open({ confirm })).emails.sendExternal(email);
    expect(approved).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ kind: "call", tool: "emails.send_external", phrase: expect.any(String) }]);
  });

  test("a person's no does nothing", async () => {
    const { asked, confirm } = person(false);
    const { customers } = await open({ confirm });
    const customerId = "cus_0002";
    const declined = await customers.delete({ customerId, reason: "duplicate" });
    expect(!declined.ok && declined.failure.code).toBe("declined_by_person");
    expect(asked.length).toBe(1);
    expect((await customers.get({ customerId })).ok).toBe(true);
  });

  test("bulk mail is planned first, and the person who sees the plan is asked once", async () => {
    const { asked, confirm } = person(true);
    const { emails } = await open({ confirm });
    const result = await emails.bulkSend({
      templateId: "tmpl_newsletter_q3",
      segmentId: "seg_active_customers",
    });
    expect(result).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ kind: "call", plan: { dryRun: true } }]);
  });

  test("the server's own failures are typed", async () => {
    const guest = await open({ confirm: person(true).confirm }, "guest");
    const denied = await guest.notes.create({ text: "I was here.", projectId: "prj_0001" });
    expect(!denied.ok && denied.failure.code).toBe("permission_denied");
    const stale = await (
      await open({ confirm: person(true).confirm }, "noah")
    ).transactions.refund({ transactionId: "txn_0004", reason: "duplicate" });
    expect(!stale.ok && stale.failure.code).toBe("step_up_required");
  });

  test("nobody is asked to approve what the server would refuse", async () => {
    const { asked, confirm } = person(true);
    const mia = await open({ confirm });
    const launch = await mia.rockets.launch({ rocketId: "rkt_kestrel", payload: "One weather satellite" });
    expect(launch).toMatchObject({
      failure: { code: "requirement_unmet", details: { unmet: ["state:weather.clear"] } },
    });
    const noah = await open({ confirm }, "noah");
    const refund = { transactionId: "txn_0004", reason: "duplicate" } as const;
    expect(await noah.transactions.refund(refund)).toMatchObject({ failure: { code: "step_up_required" } });
    expect(await noah.guard.review("transactions.refund", refund)).toMatchObject({ kind: "refuse" });
    const guest = await open({ confirm }, "guest");
    expect(await guest.transactions.refund(refund)).toMatchObject({ failure: { code: "permission_denied" } });
    expect(asked).toEqual([]);
  });

  test("a result of content blocks arrives as the handler made it", async () => {
    const { revenue } = await open();
    const drawn = await revenue.drawChart({ from: "2026-01-01", to: "2026-11-30" });
    if (!drawn.ok) throw new Error(drawn.failure.message);
    const [words, picture] = drawn.value.content;
    expect(words).toMatchObject({ type: "text", text: expect.stringMatching(/^Net revenue by month/) });
    expect(picture).toMatchObject({ type: "image", mimeType: "image/png" });
    const data = picture?.type === "image" ? Buffer.from(picture.data, "base64") : Buffer.alloc(0);
    expect(data.subarray(1, 4).toString()).toBe("PNG");
  });

  test("the same request twice is one", async () => {
    const { files } = await open();
    const input = { fileId: "f_abc123", expiresAt: "2099-01-01T00:00:00Z" };
    const [first, second] = [await files.createDownloadLink(input), await files.createDownloadLink(input)];
    expect(second).toEqual({ ...first, replayed: true });
  });

  test("without contracts, every tool asks, and a yes is asked for once", async () => {
    const connection = await joinServer(backoffice.server, "mia");
    onTestFinished(() => connection.close());
    const { asked, confirm } = person(true);
    const guard = createGuard(connection, { env: "test", confirm });
    const { drift, tools } = await guard.inspect();
    expect(drift).toEqual([]);
    expect([...tools.groupBy("safety").keys()]).toEqual(["unclassified"]);
    expect((await guard.call("customers_get", { customerId: "cus_0001" })).ok).toBe(true);
    const email = { to: ["anna.keller@example.com"], subject: "Hello", body: `Unpinned, from ${where}.` };
    expect((await guard.call("emails_send_external", email)).ok).toBe(true);
    expect(asked).toMatchObject([
      { kind: "call", tool: "customers_get", reasons: ["unpinned"] },
      { kind: "call", tool: "emails_send_external", reasons: ["unpinned"], phrase: expect.any(String) },
    ]);
  });

  test("a contract that is trusted by its hash decides like one that was built in", async () => {
    const connection = await joinServer(backoffice.server, "mia");
    onTestFinished(() => connection.close());
    const hash = manifest.tools.find(({ name }) => name === "customers.get")?.hash ?? "";
    const guard = createGuard(connection, { trustedContracts: [hash] });
    expect((await guard.call("customers.get", { customerId: "cus_0001" })).ok).toBe(true);
    expect((await guard.call("customers_get", { customerId: "cus_0001" })).ok).toBe(true);
    expect((await guard.call("customers_list", {})).ok).toBe(false);
  });

  test("an agent's progress is told step by step", async () => {
    const seen: Activity[] = [];
    const { research } = await open({ onActivity: (activity) => seen.push(activity) });
    const question = "Why does this customer not pay?";
    expect((await research.investigateAccount({ customerId: "cus_0001", question })).ok).toBe(true);
    const steps = seen.filter((activity) => activity.kind === "progress");
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every(({ follow }) => follow)).toBe(true);
  });
});
