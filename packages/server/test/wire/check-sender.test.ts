import { describe, expect, test } from "vitest";
import type { HttpOptions } from "../adapters/mcp.ts";
import { anna, tool } from "../sample.ts";
import { http1, http2, listen, request, send, type Reply } from "./http-bench.ts";

const call = { name: "notes.create", arguments: { text: "a" } };
const bearer = { authorization: "Bearer anna" };

describe.each([http1, http2])("$name", (adapter) => {
  async function check(
    headers: Readonly<Record<string, string>>,
    expected: Partial<Reply>,
    http: Partial<HttpOptions> = {},
  ): Promise<void> {
    const { url } = await listen(adapter, { http });
    expect(await send(url, headers)).toMatchObject(expected);
  }

  test("nobody without a token gets in, and is told how", () =>
    check({}, { status: 401, headers: { "www-authenticate": 'Bearer realm="mcp"' } }));

  test("a wrong token is named as the error, with what the host says about tokens", () =>
    check(
      { authorization: "Bearer x" },
      {
        status: 401,
        headers: {
          "www-authenticate":
            'Bearer realm="mcp", resource_metadata="https://x.example/m", error="invalid_token"',
        },
      },
      { challenge: { resource_metadata: "https://x.example/m" } },
    ));

  test("an authenticator that fails lets nobody in", () =>
    check({ authorization: "Bearer broken" }, { status: 401 }));

  test("another host name is refused, before the token is looked at", () =>
    check({ ...bearer, host: "evil.example" }, { status: 403 }));

  test("a web page is refused unless its origin is allowed", async () => {
    const headers = { ...bearer, origin: "https://app.example" };
    await check(headers, { status: 403 });
    await check(headers, { status: adapter.alone }, { allowedOrigins: ["https://app.example"] });
  });

  test("a body over the limit is refused", async () => {
    const { url } = await listen(adapter, { http: { maxRequestBytes: 1000 } });
    const body = request("tools/list", { text: "x".repeat(2000) });
    expect(await send(url, bearer, body)).toMatchObject({ status: 413 });
  });

  test("other paths are not the endpoint", async () => {
    const { url } = await listen(adapter);
    expect(await send(url.replace("/mcp", "/other"), bearer)).toMatchObject({ status: 404 });
  });

  test("permissions are those of the token of each request", async () => {
    const { connect, tokens } = await listen(adapter);
    const client = await connect("anna");
    expect((await client.call(call))["isError"]).toBeUndefined();
    tokens.set("Bearer anna", { ...anna, permissions: [] });
    expect(await client.call(call)).toMatchObject({
      _meta: { "dev.proviso/failure": { code: "permission_denied" } },
    });
    tokens.delete("Bearer anna");
    await expect(client.call(call)).rejects.toThrow(/Unauthorized|401/);
  });

  test("each principal sees the tools that are for them", async () => {
    const { connect } = await listen(adapter, {
      tools: [tool(), tool({ name: "notes.purge" })],
      visible: (one, principal) => one.name === "notes.create" || principal?.id === "anna",
    });
    const list = async (token: string) => (await connect(token)).request("tools/list");
    expect(await list("anna")).toMatchObject({ tools: [{ name: "notes.create" }, { name: "notes.purge" }] });
    expect(await list("ben")).toMatchObject({ tools: [{ name: "notes.create" }] });
  });
});
