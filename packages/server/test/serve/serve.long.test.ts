import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { describe, expect, test } from "vitest";
import { anna } from "../sample.ts";
import { listen, program, start } from "./serving.ts";

const sdks = ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server"] as const;

const info = { name: "test", version: "1" };
/** A client of each SDK. That of 2.x speaks the newest protocol that the server offers. */
const clients = {
  "1.x": (url: string) => ({ client: new Client1(info), transport: new Http1(new URL(url)) as Transport }),
  "2.x": (url: string) => ({
    client: new Client2(info, { versionNegotiation: { mode: "auto" } }),
    transport: new Http2(new URL(url)),
  }),
} as const;

async function check(client: Client1 | Client2, transport: object): Promise<void> {
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "notes.create",
    "notes.create_many",
    "notes.create_many_plan",
  ]);
  const result = await client.callTool({ name: "notes.create", arguments: { text: "a" } });
  expect(result).toMatchObject({ structuredContent: { id: "a" } });
  await client.close();
}

describe("over HTTP", () => {
  test("one port serves clients of both SDKs, and a signal ends the process", async () => {
    const { child, url, end } = await listen({});
    for (const open of Object.values(clients)) {
      const { client, transport } = open(url);
      await check(client, transport);
    }
    child.kill("SIGINT");
    expect(await end()).toEqual([0, ["closed"]]);
  });

  test.each([
    ["1.x", "@modelcontextprotocol/sdk", sdks[1]],
    ["2.x", "@modelcontextprotocol/server", sdks[0]],
  ])("the SDK %s alone is enough: %s", async (_, _installed, missing) => {
    const { url } = await listen({ without: [missing] });
    const { client, transport } = clients["1.x"](url);
    await check(client, transport);
  });

  test("/healthz and /readyz need no token and no name, and nothing else is there", async () => {
    const { url } = await listen({});
    const statusOf = async (path: string, method = "GET", headers = {}): Promise<number> =>
      (await fetch(new URL(path, url), { method, headers })).status;
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz?now")).toBe(200);
    expect(await statusOf("/readyz", "HEAD")).toBe(200);
    expect(await statusOf("/healthz", "POST")).toBe(405);
    expect(await statusOf("/")).toBe(404);
    expect(await statusOf("/constructor")).toBe(404);
  });

  test("on loopback without `authenticate`, callers have no permissions", async () => {
    const { url } = await listen({ identified: false });
    const { client, transport } = clients["1.x"](url);
    await client.connect(transport);
    const result = await client.callTool({ name: "notes.create", arguments: { text: "a" } });
    expect(result).toMatchObject({
      isError: true,
      _meta: { "dev.proviso/failure": { code: "permission_denied" } },
    });
    await client.close();
  });
});

describe("over stdio", () => {
  const args = (sdk?: number): string[] => [program, JSON.stringify({ stdio: anna, sdk })];
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };

  test.each([1, 2])("the adapter of SDK %i.x serves clients of both SDKs", async (sdk) => {
    const given = { command: process.execPath, args: args(sdk), env, stderr: "ignore" } as const;
    await check(new Client1(info), new Stdio1(given));
    await check(new Client2(info, { versionNegotiation: { mode: "auto" } }), new Stdio2(given));
  });

  test.each([1, 2])("SDK %i.x: the end of the input ends the process", async (sdk) => {
    const { child, line, end } = start({ stdio: anna, sdk });
    expect(await line()).toBe("serving stdio");
    child.stdin?.end();
    expect(await end()).toEqual([0, ["closed"]]);
  });

  test.each([1, 2])("SDK %i.x: a signal ends the process while the input is open", async (sdk) => {
    const { child, line, end } = start({ stdio: anna, sdk });
    expect(await line()).toBe("serving stdio");
    child.kill("SIGTERM");
    expect(await end()).toEqual([0, ["closed"]]);
  });

  test.each([1, 2])("SDK %i.x: a client that reads nothing any more ends the process", async (sdk) => {
    const { child, line, end } = start({ stdio: anna, sdk });
    expect(await line()).toBe("serving stdio");
    child.stdout?.destroy();
    child.stdin?.on("error", () => {});
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info };
    const sending = setInterval(() => {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    }, 50);
    expect(await end()).toEqual([0, ["closed"]]);
    clearInterval(sending);
  });
});

describe("is refused, with what to do:", () => {
  test.each<[string, object, RegExp]>([
    ["neither way", {}, /give either `http` \(a port\) or `stdio`/],
    ["both ways", { http: 0, stdio: anna }, /give either `http` \(a port\) or `stdio`/],
    ["pages over stdio", { stdio: anna, inbox: true }, /`inbox` of `serve` needs `http`/],
    [
      "other machines without `authenticate`",
      { http: { port: 0, host: "0.0.0.0" } },
      /`authenticate` is needed/,
    ],
    [
      "all interfaces without names",
      { http: { port: 0, host: "0.0.0.0" }, identified: true },
      /`allowedHosts` is needed/,
    ],
    ["an SDK that there is not", { http: 0, sdk: 3 }, /`sdk` must be 1 or 2/],
    [
      "no SDK",
      { http: 0, without: sdks },
      /no MCP SDK is installed: add `@modelcontextprotocol\/server` or `@modelcontextprotocol\/sdk`/,
    ],
    [
      "an SDK that is not installed",
      { stdio: anna, sdk: 1, without: sdks },
      /add `@modelcontextprotocol\/sdk` to/,
    ],
  ])("%s", async (_, options, message) => {
    const [code, lines] = await start(options).end();
    expect(code).toBe(1);
    expect(lines.join("\n")).toMatch(message);
  });

  test("a library that an installed SDK lacks is named as it is", async () => {
    const [code, lines] = await start({ stdio: anna, sdk: 1, without: ["zod"] }).end();
    expect([code, lines.join("\n")]).toEqual([1, expect.stringContaining("Cannot find package 'zod")]);
  });
});
