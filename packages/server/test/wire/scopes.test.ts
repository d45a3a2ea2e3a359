import { describe, expect, test } from "vitest";
import { anna, fixture, tool } from "../sample.ts";
import { createHttpHandler } from "../adapters/mcp.ts";
import { serverInfo } from "../ways/server-info.ts";
import {
  callRequest,
  http1,
  http2,
  listen,
  openSession,
  request,
  send,
  type HttpAdapter,
  type Reply,
} from "./http-bench.ts";

const metadata = "https://notes.example/.well-known/oauth-protected-resource/mcp";
const tools = [
  tool({ permissions: ["notes:write", "emails:send"] }),
  tool({ name: "notes.read", permissions: [] }),
  tool({ name: "notes.hidden", permissions: ["emails:send"] }),
  tool({ name: "notes.forbid", riskLevel: "forbidden" }),
];
const writer = { ...anna, permissions: ["notes:write"] };

async function bench(adapter: HttpAdapter, permissionsAreScopes = true) {
  const { url, tokens, ran, audit } = await listen(adapter, {
    tools,
    visible: ({ name }) => name !== "notes.hidden",
    http: { permissionsAreScopes, challenge: { resource_metadata: metadata } },
  });
  tokens.set("Bearer writer", writer);
  const ask = async (body: object, token = "writer"): Promise<Reply> => {
    const authorization = `Bearer ${token}`;
    if (adapter.mode !== "1.x") return send(url, { authorization }, body);
    return send(url, { authorization, "mcp-session-id": await openSession(url, authorization) }, body);
  };
  return { ask, tokens, ran, audit };
}

const needs = 'error="insufficient_scope", scope="notes:write emails:send"';
const challenge = `Bearer realm="mcp", resource_metadata="${metadata}", ${needs}`;
const create = { name: "notes.create", arguments: { text: "a" } };

describe.each([http1, http2])("$name", (adapter) => {
  async function check(body: object, expected: object): Promise<void> {
    const { ask, ran } = await bench(adapter);
    expect(await ask(body)).toMatchObject(expected);
    expect(ran).toEqual([]);
  }
  const refused = { status: 403, headers: { "www-authenticate": challenge } };

  test("a token that lacks a scope is told all that the call needs", () =>
    check(callRequest(create), refused));
  test("under the other wire name too", () =>
    check(callRequest({ ...create, name: "notes_create" }), refused));
  test("whatever the arguments are", () =>
    check(callRequest({ ...create, arguments: { text: 7 } }), refused));
  test("and a dry run needs no less", () =>
    check(callRequest({ ...create, arguments: { text: "a", dryRun: true } }), refused));

  test("the refusal is on record", async () => {
    const { ask, audit } = await bench(adapter);
    await ask(callRequest(create));
    expect(audit.records).toMatchObject([
      { kind: "intent", tool: "notes.create", principal: { id: "anna" } },
      { kind: "outcome", outcome: "refused", failure: "permission_denied" },
    ]);
  });

  test("a token that has the scopes meanwhile is let through", async () => {
    const { ask, tokens, ran } = await bench(adapter);
    tokens.set("Bearer writer", anna);
    expect(await ask(callRequest(create))).toMatchObject({ status: 200 });
    expect(ran).toEqual([create.arguments]);
  });

  test.each([request("tools/list"), callRequest({ name: "notes.read", arguments: { text: "a" } })])(
    "what needs no scope is let through (%#)",
    async (body) => {
      const { ask } = await bench(adapter);
      expect(await ask(body)).toMatchObject({ status: 200 });
    },
  );

  test("no tool is spoken of that the list does not show", async () => {
    const { ask, audit } = await bench(adapter);
    const answers = [];
    for (const name of ["notes.absent", "notes.hidden", "notes.forbid"]) {
      const { status, headers, body } = await ask(callRequest({ name, arguments: { text: "a" } }));
      expect(headers["www-authenticate"]).toBeUndefined();
      answers.push(`${status} ${body.replaceAll(name, "NAME")}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("Unknown tool: NAME");
    expect(audit.records.map(({ tool: name }) => name)).toEqual(
      ["notes.absent", "notes.hidden", "notes.forbid"].flatMap((name) => [name, name]),
    );
  });

  test("a call that is malformed is the SDK's to answer", async () => {
    const { ask } = await bench(adapter);
    for (const params of [{}, { ...create, name: 7 }]) {
      const { status, headers } = await ask({ ...callRequest({}), params });
      expect(status).not.toBe(403);
      expect(headers["www-authenticate"]).toBeUndefined();
    }
  });

  test("permissions that are no scopes are refused in band", async () => {
    const { ask } = await bench(adapter, false);
    const { status, body } = await ask(callRequest(create));
    expect(status).toBe(200);
    expect(body).toContain('"permission_denied"');
  });
});

test("a permission that could be no scope stops the server", () => {
  const { server } = fixture({ tools: [tool({ permissions: ["write notes"] })] });
  const options = { serverInfo, authenticate: async () => anna, permissionsAreScopes: true };
  expect(() => createHttpHandler(server, options)).toThrow('the permission "write notes" is no OAuth scope');
});
