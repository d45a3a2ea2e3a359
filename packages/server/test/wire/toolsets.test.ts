import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { narrowed, readToolset } from "../../src/adapters/wire/toolset.ts";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import { anna, fixture, tool } from "../sample.ts";
import { http1, http2, listen, openSession, request, send, type HttpAdapter } from "./http-bench.ts";

const tools = [
  tool(),
  tool({ name: "notes.find", permissions: [] }),
  tool({ name: "emails.send", domain: "emails", permissions: ["emails:send"], riskLevel: "high" }),
  tool({ name: "secrets.read", domain: "secrets", permissions: ["secrets:read"] }),
  tool({ name: "vault.open", domain: "vault", riskLevel: "forbidden" }),
];
const toolsets = { writing: "notes.create,domain:emails", hidden: "secrets.read" };
const visible = ({ domain }: { readonly domain: string }): boolean => domain !== "secrets";
const authorization = "Bearer anna";

/** Asks at an address with this query; each request outside of a session, or in one of its own. */
async function bench(adapter: HttpAdapter, more: object = {}) {
  const { url, ran, audit } = await listen(adapter, { tools, visible, http: { toolsets, ...more } });
  const ask = async (query: string, method: string, params: object = {}) => {
    const at = `${url}?${query}`;
    const session = adapter.mode === "1.x" ? { "mcp-session-id": await openSession(at, authorization) } : {};
    return send(at, { authorization, ...session }, request(method, params));
  };
  const call = async (query: string, name: string, input: object) =>
    (await ask(query, "tools/call", { name, arguments: input })).body;
  return { url, ask, call, ran, audit };
}

describe.each([http1, http2])("$name", (adapter) => {
  test("a list has what the toolset of its address names, in the order of the whole list, with its hash", async () => {
    const { ask } = await bench(adapter);
    const hashes = new Map<string, string | undefined>();
    for (const [query, ...names] of [
      ["", "emails.send", "notes.create", "notes.find"],
      ["toolset=domain:notes", "notes.create", "notes.find"],
      ["toolset=permission:emails:send,notes.find", "emails.send", "notes.find"],
      ["toolset=risk:medium", "notes.create", "notes.find"],
      ["toolset=writing", "emails.send", "notes.create"],
      ["toolset=writing&toolset=domain:notes", "notes.create"],
    ] as const) {
      const { body } = await ask(query, "tools/list");
      const listed = [...body.matchAll(/"name":"((?:notes|emails|secrets|vault)\.[a-z]+)"/g)];
      expect(listed.map(([, name]) => name)).toEqual(names);
      hashes.set(query, /"dev.proviso\/list":\{"hash":"([0-9a-f]{64})"/.exec(body)?.[1]);
    }
    expect(hashes.get("")).toBeUndefined();
    expect(hashes.get("toolset=risk:medium")).toBe(hashes.get("toolset=domain:notes"));
    expect(new Set(hashes.values()).size).toBe(5);
  });

  test("a call outside of it is of an unknown tool, and recorded as such", async () => {
    const callOf = async (name: string, query: string) => {
      const { call, ran, audit } = await bench(adapter);
      const body = await call(query, name, { text: "x" });
      const records = audit.records.map((record) => ({ ...record, callId: "", hash: "", previousHash: "" }));
      return { ran, told: JSON.stringify([body, records]).replaceAll(name, "NAME") };
    };
    const outside = await callOf("notes.create", "toolset=domain:emails");
    expect(outside).toEqual({ ran: [], told: (await callOf("notes.absent", "")).told });
    expect((await callOf("notes.create", "toolset=domain:notes")).ran).toHaveLength(1);
  });

  test("a toolset with nothing to see is an unknown one", async () => {
    const { url } = await bench(adapter);
    const message = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unknown toolset"},"id":null}';
    const hidden = ["hidden", "secrets.read", "domain:secrets", "vault.open", "domain:vault"];
    for (const text of [...hidden, "none", "risk:any", "", ",", "notes.create,".repeat(101)]) {
      const { status, body } = await send(`${url}?toolset=${text}`, { authorization });
      expect([text, status, body]).toEqual([text, 400, message]);
    }
  });

  test("a search, its inner calls and the scopes that a token lacks go no further than the toolset", async () => {
    const discovered = openDiscovery(undefined, tools);
    const { call } = await bench(adapter, { discovered });
    expect(await call("toolset=domain:notes", "search_tools", { words: "send" })).not.toContain("emails");
    const inner = { name: "emails.send", arguments: { text: "x" } };
    expect(await call("toolset=domain:notes", "call_tool", inner)).toContain("Unknown tool: emails.send");
    const authenticate = () => ({ ...anna, permissions: [] });
    const lacking = await bench(adapter, { discovered, permissionsAreScopes: true, authenticate });
    expect(await lacking.call("", "call_tool", inner)).toContain("Insufficient scope");
    expect(await lacking.call("toolset=domain:notes", "call_tool", inner)).toContain("Unknown tool");
  });
});

test("a toolset never shows what its caller does not see without it", () => {
  const { server } = fixture({ tools, visible });
  const known = ["domain:notes", "domain:secrets", "vault.open", "risk:forbidden", "writing", "hidden"];
  const term = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 }));
  fc.assert(
    fc.property(fc.array(fc.array(term), { maxLength: 3 }), (texts) => {
      const all = server.list(anna);
      const toolset = readToolset(
        texts.map((terms) => terms.join(",")),
        toolsets,
      );
      const some = narrowed(server, toolset).list(anna);
      expect(some).toEqual(all.filter((each) => some.includes(each)));
    }),
    { seed: 20261127, numRuns: 300 },
  );
});
