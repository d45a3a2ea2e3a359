import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import * as adapter1 from "../adapters/mcp.ts";
import * as adapter2 from "../adapters/mcp2.ts";
import type { HostRules } from "../../src/mcp.ts";
import { anna, fixture } from "../sample.ts";

const page = "https://app.example.com";
const serverInfo = { name: "sample", version: "1" };

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

function send(url: string, method: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined);
  });
}

const preflight = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type,mcp-protocol-version",
};
const post = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  authorization: "Bearer anna",
};

describe.each([
  ["1.x", adapter1.serveHttp],
  ["2.x", adapter2.serveHttp],
])("over the %s adapter", (_, serveHttp) => {
  async function listen(rules: HostRules = {}): Promise<string> {
    const { url, close } = await serveHttp(fixture().server, {
      port: 0,
      serverInfo,
      allowedOrigins: [page],
      ...rules,
      authenticate: ({ headers }) =>
        Promise.resolve(headers.authorization === "Bearer anna" ? anna : undefined),
    });
    onTestFinished(() => close());
    return url;
  }

  test("a page of an allowed origin may send its token, and read every answer", async () => {
    const url = await listen();
    const asked = await send(url, "OPTIONS", { origin: page, ...preflight });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-headers": preflight["access-control-request-headers"],
      "access-control-allow-methods": "GET, POST, DELETE",
      vary: "Origin",
    });
    for (const authorization of ["Bearer anna", "Bearer nobody"])
      expect((await send(url, "POST", { ...post, origin: page, authorization })).headers).toMatchObject({
        "access-control-allow-origin": page,
        "access-control-expose-headers": expect.stringContaining("Mcp-Session-Id"),
      });
  });

  test("credentials are never allowed: a page sends its token by itself, or none", async () => {
    const { headers } = await send(await listen(), "OPTIONS", { origin: page, ...preflight });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test.each(["https://evil.example", "null", `${page}.evil.example`, "*"])(
    "a page of %s may neither ask nor read",
    async (origin) => {
      const url = await listen();
      for (const method of ["OPTIONS", "POST"]) {
        const { status, headers } = await send(url, method, { ...post, ...preflight, origin });
        expect(status).toBe(403);
        expect(headers).not.toHaveProperty("access-control-allow-origin");
      }
    },
  );

  test("a page of the server's own origin may call, and one of another port of the same host may not", async () => {
    const { origin, port } = new URL(await listen());
    const url = `${origin}/mcp`;
    for (const own of [origin, `http://localhost:${port}`, `https://127.0.0.1:${port}`]) {
      const { status } = await send(url, "POST", { ...post, host: new URL(own).host, origin: own });
      expect(status).not.toBe(403);
    }
    for (const other of ["http://127.0.0.1:1", "http://127.0.0.1", `http://localhost:${port}`])
      expect((await send(url, "POST", { ...post, origin: other })).status).toBe(403);
    const rebound = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
    expect((await send(url, "POST", { ...post, ...rebound })).status).toBe(403);
  });

  test("elsewhere than on loopback only an encrypted page is of the own origin", async () => {
    const url = await listen({ allowedHosts: ["mcp.example.com"] });
    const sent = async (own: string) =>
      (await send(url, "POST", { ...post, host: "mcp.example.com", origin: own })).status;
    expect(await sent("https://mcp.example.com")).not.toBe(403);
    expect(await sent("http://mcp.example.com")).toBe(403);
  });

  test("a request that is not a preflight is authenticated by its token", async () => {
    const url = await listen();
    expect((await send(url, "OPTIONS", { origin: page })).status).toBe(401);
    expect((await send(url, "OPTIONS", { ...preflight })).status).toBe(401);
  });
});
