import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkedToolset, narrowed, readToolset } from "../../src/adapters/wire/toolset.ts";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import { anna, fixture, manifest, tool } from "../sample.ts";
import {
  callRequest,
  http1,
  http2,
  listen,
  openSession,
  request,
  send,
  type HttpAdapter,
} from "./http-bench.ts";

const tools = [
  tool(),
  tool({ name: "notes.find", permissions: [] }),
  tool({ name: "emails.send", domain: "emails", permissions: ["emails:send"], riskLevel: "high" }),
  tool({ name: "secrets.read", domain: "secrets", permissions: ["secrets:read"] }),
  tool({ name: "vault.open", domain: "vault", riskLevel: "forbidden" }),
];
const toolsets = { writing: "notes.create,domain:emails", hidden: "secrets.read" };

const unknownToolset = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unknown toolset"},"id":null}';

/** Asks at an address with this query; each request outside of a session, or in one of its own. */
async function bench(adapter: HttpAdapter, more: object = {}) {
  const { url, ran, audit } = await listen(adapter, {
    tools,
    visible: ({ domain }) => domain !== "secrets",
    http: { toolsets, ...more },
  });
  const authorization = "Bearer anna";
  const ask = async (query: string, body: object) => {
    const at = `${url}${query}`;
    const session = adapter.mode === "1.x" ? { "mcp-session-id": await openSession(at, authorization) } : {};
    return send(at, { authorization, ...session }, body);
  };
  const listAt = async (query: string): Promise<readonly string[]> => {
    const { body } = await ask(query, request("tools/list"));
    return [...body.matchAll(/"name":"((?:notes|emails|secrets|vault)\.[a-z]+)"/g)].map(
      ([, name = ""]) => name,
    );
  };
  return { ask, listAt, ran, audit };
}

describe.each([http1, http2])("$name", (adapter) => {
  test("a list has what the toolset of its address names, in the order of the whole list", async () => {
    const { listAt } = await bench(adapter);
    expect(await listAt("")).toEqual(["emails.send", "notes.create", "notes.find"]);
    expect(await listAt("?toolset=domain:notes")).toEqual(["notes.create", "notes.find"]);
    expect(await listAt("?toolset=permission:emails:send,notes.find")).toEqual(["emails.send", "notes.find"]);
    expect(await listAt("?toolset=risk:medium")).toEqual(["notes.create", "notes.find"]);
    expect(await listAt("?toolset=writing")).toEqual(["emails.send", "notes.create"]);
    expect(await listAt("?toolset=writing&toolset=domain:notes")).toEqual(["notes.create"]);
  });

  test("a call outside of it is of an unknown tool, and recorded as such", async () => {
    const callOf = async (name: string, query: string) => {
      const { ask, ran, audit } = await bench(adapter);
      const { body } = await ask(query, callRequest({ name, arguments: { text: "x" } }));
      const records = audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" }));
      return { ran, told: JSON.stringify([body, records]).replaceAll(name, "NAME") };
    };
    const outside = await callOf("notes.create", "?toolset=domain:emails");
    expect(outside).toEqual({ ran: [], told: (await callOf("notes.absent", "")).told });
    expect((await callOf("notes.create", "?toolset=domain:notes")).ran).toHaveLength(1);
  });

  test.each([
    "hidden",
    "secrets.read",
    "domain:secrets",
    "vault.open",
    "domain:vault",
    "none",
    "risk:any",
    "",
    ",",
    "x,".repeat(101),
  ])("a toolset with nothing to see is an unknown one: %s", async (text) => {
    const { url } = await listen(adapter, {
      tools,
      visible: ({ domain }) => domain !== "secrets",
      http: { toolsets },
    });
    const { status, body } = await send(`${url}?toolset=${text}`, { authorization: "Bearer anna" });
    expect([status, body]).toEqual([400, unknownToolset]);
  });

  test("each toolset has a hash of its own, and the same one each time", async () => {
    const { ask } = await bench(adapter);
    const hashOf = async (query: string): Promise<string | undefined> =>
      /"dev.proviso\/list":\{"hash":"([0-9a-f]{64})"/.exec(
        (await ask(query, request("tools/list"))).body,
      )?.[1];
    expect(await hashOf("")).toBeUndefined();
    const notes = await hashOf("?toolset=domain:notes");
    expect(notes).toBeDefined();
    expect(await hashOf("?toolset=notes.create,notes.find")).toBe(notes);
    expect(await hashOf("?toolset=domain:emails")).not.toBe(notes);
  });

  test("a search goes no further than the toolset, and its inner calls neither", async () => {
    const discovered = openDiscovery(undefined, tools);
    const { ask } = await bench(adapter, { discovered });
    const search = callRequest({ name: "search_tools", arguments: { words: "send" } });
    expect((await ask("?toolset=domain:notes", search)).body).not.toContain("emails");
    const inner = callRequest({ name: "call_tool", arguments: { name: "emails.send" } });
    expect((await ask("?toolset=domain:notes", inner)).body).toContain("Unknown tool: emails.send");
  });

  test("a token that lacks a scope is told so for the inner tool, and not for one outside of the toolset", async () => {
    const discovered = openDiscovery(undefined, tools);
    const { ask } = await bench(adapter, { discovered, permissionsAreScopes: true });
    const inner = (name: string) =>
      callRequest({ name: "call_tool", arguments: { name, arguments: { text: "x" } } });
    const lacking = await bench(adapter, {
      discovered,
      permissionsAreScopes: true,
      authenticate: () => ({ ...anna, permissions: [] }),
    });
    expect(await lacking.ask("", inner("emails.send"))).toMatchObject({ status: 403 });
    expect((await lacking.ask("?toolset=domain:notes", inner("emails.send"))).body).toContain("Unknown tool");
    expect((await ask("", inner("notes.find"))).status).toBe(200);
  });
});

test("a toolset never shows what its caller does not see without it", () => {
  const { server } = fixture({ tools, visible: ({ domain }) => domain !== "secrets" });
  const term = fc.oneof(
    fc.constantFrom(
      "domain:notes",
      "domain:secrets",
      "secrets.read",
      "vault.open",
      "risk:forbidden",
      "permission:secrets:read",
      "writing",
      "hidden",
    ),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.array(term).map((terms) => terms.join(",")),
        { maxLength: 3 },
      ),
      (texts) => {
        const all = server.list(anna);
        const some = narrowed(server, readToolset(texts, toolsets)).list(anna);
        expect(some).toEqual(all.filter((each) => some.includes(each)));
      },
    ),
    { seed: 20261127, numRuns: 300 },
  );
});

test.each([
  ["domain:nots", 'no tool belongs to "domain:nots"'],
  ["notes.create,hiden", 'no tool belongs to "hiden"'],
  ["vault.open", 'no tool belongs to "vault.open"'],
  ["__proto__", 'no tool belongs to "__proto__"'],
])("a host that writes %s is told at the start", (text, message) => {
  const { server } = fixture({ tools });
  expect(() => checkedToolset("toolset", [text], server.manifest, toolsets)).toThrow(
    `\`toolset\`: ${message}`,
  );
});
