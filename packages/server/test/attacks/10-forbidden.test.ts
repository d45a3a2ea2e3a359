// Names, handlers and hidden tools: `test/stages/admit.test.ts`, and `test/ways/calls.ts` over every way in. How long the
// answers take: `10-timing.long.test.ts`.
import { describe, expect, test } from "vitest";
import { resolveMethod, type ToolContract } from "@proviso/manifest";
import { anna, ben, fixture, highRisk, manifest, preview, tool, type Fixture } from "../sample.ts";
import { adapters, type Adapter } from "../ways/in-memory.ts";
import { http1, http2, listen, openSession, request, send, type HttpAdapter } from "../wire/http-bench.ts";
import { readPages } from "../wire/read-pages.ts";

const forbidden = tool({
  name: "secrets.read_password",
  domain: "secrets",
  wireName: "secrets-read_password",
  riskLevel: "forbidden",
  // Not even the tools that people may call themselves can be told from unknown ones over MCP.
  people: "allowed",
  confirmation: { kind: "always", by: "here" },
  stepUpAuth: { kind: "always" },
  title: "Read a secret",
  icons: [{ src: "https://example.com/secret.png" }],
  meta: { "com.example/secret": true },
  permissions: ["secrets:read"],
  dryRun: { mode: "required", preview },
  idempotency: { key: ["text"], ttlMs: 1000 },
  rateLimit: { limit: 1, perMs: 1000 },
});
const others = [
  tool(),
  tool({ ...highRisk, name: "notes.delete", dryRun: { mode: "supported", preview }, meta: { a: 1 } }),
];
/** Sorts between the others. */
const between = "notes.cut";
const withForbidden = [...others, forbidden, tool({ name: between, riskLevel: "forbidden" })];
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
    // The wire name, and the plan under every name.
    ...[".", "_", "-"].flatMap((dot) =>
      ["", "_plan"].flatMap((end) =>
        [{}, { text: "x" }, { text: "x", dryRun: true }].flatMap((each): Request[] => {
          const params = { name: `${name.replace(".", dot)}${end}`, arguments: each };
          return [
            ["tools/call", params],
            [resolveMethod, params],
          ];
        }),
      ),
    ),
    ["tools/call", { name: name.toUpperCase() }],
    ...lists.map((params): Request => ["tools/list", params]),
    ...[{}, { text: "x" }, { text: 7 }].map((each): Request => [
      "dev.proviso/tools/resolve",
      { name, arguments: each },
    ]),
    [resolveMethod, { name, arguments: { text: "x" } }],
    [resolveMethod, { name }],
    [resolveMethod, { name, contract: true }],
    [resolveMethod, { name, arguments: { text: "x" }, contract: true }],
    ["tools/get", { name }],
    ["completion/complete", { ref: { type: "ref/tool", name }, argument: { name: "text", value: "" } }],
    ["resources/list", {}],
    ["prompts/get", { name }],
    ["tasks/get", { taskId: name }],
  ];
}

/** Every response about a name, and the audit records of the requests. */
async function answers(
  { connect }: Adapter,
  tools: readonly ToolContract[],
  name: string,
  principal = anna,
): Promise<string> {
  const { server, audit } = fixture({ tools });
  const client = await connect(server, { principal, person: () => ({ action: "accept" }) });
  const all = [];
  for (const [method, params] of requests(name)) {
    const answer = client.request(method, params);
    all.push(await answer.catch(({ code, message, data }) => ({ code, message, data })));
  }
  const list = JSON.stringify([client.capabilities(), server.list(principal), server.manifest.tools]);
  await client.close();
  const facts = audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" }));
  return JSON.stringify([all, list, facts]);
}

/** Every response about a name, byte by byte; what differs between any two requests is left out. */
async function bytes(adapter: HttpAdapter, tools: readonly ToolContract[], name: string): Promise<string> {
  const { url } = await listen(adapter, { tools });
  const authorization = "Bearer anna";
  const headers =
    adapter.mode === "1.x"
      ? { authorization, "mcp-session-id": await openSession(url, authorization) }
      : { authorization };
  const all = [];
  for (const [method, params] of requests(name)) {
    const reply = await send(url, headers, request(method, params));
    const told = Object.entries(reply.headers).filter(([header]) => !perRequest.has(header));
    all.push({ ...reply, headers: told });
  }
  return JSON.stringify(all);
}
/** Removes the session, and the random cuts of the body into chunks. */
const perRequest = new Set(["date", "mcp-session-id", "content-length", "transfer-encoding"]);

const unknown = "secrets.read_passw0rd";
const asForbidden = (text: string): string =>
  text.replaceAll("read_passw0rd", "read_password").replaceAll("READ_PASSW0RD", "READ_PASSWORD");

describe.each(adapters)("$name", (adapter) => {
  test.each([
    anna,
    ben,
    { ...anna, permissions: ["secrets:read"] },
    // A user who has just signed in, through an agent's client.
    { ...anna, kind: "user" as const, permissions: ["secrets:read"], authTime: 1_800_000_000, acr: "gold" },
  ])("nothing tells a forbidden tool from one that does not exist (%#)", async (principal) => {
    const asked = await answers(adapter, [...others, forbidden], forbidden.name, principal);
    expect(asked).toBe(await answers(adapter, others, forbidden.name, principal));
    expect(asked).toBe(asForbidden(await answers(adapter, [...others, forbidden], unknown, principal)));
  });

  test.each([1, 2, 3])("nor a page of the list, at %i tools a page", async (toolsPerPage) => {
    const pagesOf = async (changes: Fixture): Promise<readonly object[]> => {
      const client = await adapter.connect(fixture(changes).server, { toolsPerPage });
      const pages = await readPages(client);
      await client.close();
      return pages;
    };
    const pages = await pagesOf({ tools: others });
    expect(pages.length).toBe(Math.ceil(3 / toolsPerPage));
    const told = JSON.stringify(pages);
    expect(JSON.stringify(await pagesOf({ tools: withForbidden }))).toBe(told);
    // Nor does a hidden tool change a page.
    const hidden = [...others, tool({ name: between })];
    const visible = ({ name }: ToolContract): boolean => name !== between;
    expect(JSON.stringify(await pagesOf({ tools: hidden, visible }))).toBe(told);
  });

  test("nor an error of the call, whatever the name looks like", async () => {
    const client = await adapter.connect(fixture({ tools: [...others, forbidden] }).server);
    for (const name of ["", "a\nb", "\u202esecrets", "x".repeat(100_000), "secrets.read_password\u0000"]) {
      const error = await client.request("tools/call", { name }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/Unknown tool: /) });
      expect((error as Error).message.endsWith(`Unknown tool: ${name}`)).toBe(true);
    }
  });
});

test.each([http1, http2])("$name: nor a byte of what goes over HTTP", async (adapter) => {
  const asked = await bytes(adapter, [...others, forbidden], forbidden.name);
  expect(asked).toBe(await bytes(adapter, others, forbidden.name));
  expect(asked).toBe(asForbidden(await bytes(adapter, [...others, forbidden], unknown)));
});

test.each([http1, http2])("$name: nor a byte of the pages over HTTP", async (adapter) => {
  const bytesOf = async (tools: readonly ToolContract[]): Promise<readonly string[]> => {
    const { url } = await listen(adapter, { tools, http: { toolsPerPage: 1 } });
    const authorization = "Bearer anna";
    const session = adapter.mode === "1.x" ? { "mcp-session-id": await openSession(url, authorization) } : {};
    const bodies: string[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const { body } = await send(url, { authorization, ...session }, request("tools/list", params));
      bodies.push(body);
      cursor = /"nextCursor":"([^"]+)"/.exec(body)?.[1];
    } while (cursor !== undefined && bodies.length < 9);
    return bodies;
  };
  const told = await bytesOf(others);
  expect(told.length).toBe(3);
  expect(await bytesOf(withForbidden)).toEqual(told);
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
