import { request as httpRequest } from "node:http";
import { StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import type { Principal } from "../../src/api/outcome.ts";
import { anna, ben, fixture, type Fixture } from "../sample.ts";
import { client1, client2, type ClientOptions, type Mode, type TestClient } from "../ways/clients.ts";
import { serverInfo } from "../ways/server-info.ts";

export interface HttpAdapter {
  readonly name: string;
  readonly serve: typeof mcp.serveHttp;
  /** How it answers a list outside any session. */
  readonly alone: 200 | 400;
  /** What its own client speaks. */
  readonly mode: Mode | "1.x";
}
export const http1: HttpAdapter = { name: "1.x adapter", serve: mcp.serveHttp, alone: 400, mode: "1.x" };
export const http2: HttpAdapter = { name: "2.x adapter", serve: mcp2.serveHttp, alone: 200, mode: "pinned" };

export interface Listening extends Fixture {
  readonly http?: Partial<mcp.HttpOptions>;
}

/** Serves a sample over HTTP until the test ends. */
export async function listen({ serve, mode }: HttpAdapter, { http, ...rest }: Listening = {}) {
  const sample = fixture(rest);
  const tokens = new Map<string, Principal>([
    ["Bearer anna", anna],
    ["Bearer ben", ben],
  ]);
  const listener = await serve(sample.server, {
    port: 0,
    serverInfo,
    authenticate: async ({ headers }) => {
      if (headers.authorization === "Bearer broken") throw new Error("identity provider is down");
      return tokens.get(headers.authorization ?? "");
    },
    ...http,
  });
  onTestFinished(() => listener.close());
  const { url } = listener;
  const connect = async (token: string, options: ClientOptions = {}, speaks = mode): Promise<TestClient> => {
    const client = await join(url, token, options, speaks);
    onTestFinished(() => client.close());
    return client;
  };
  return { ...sample, url, tokens, connect, close: () => listener.close() };
}

function join(url: string, token: string, options: ClientOptions, speaks: Mode | "1.x"): Promise<TestClient> {
  const init = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  return speaks === "1.x"
    ? client1(new Transport1(new URL(url), init) as never, options)
    : client2(new Transport2(new URL(url), init), speaks, options);
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
interface Message {
  readonly method?: string;
  readonly params?: object;
}

/** What each request of 2026-07-28 says about its client. */
export const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

export const request = (method: string, params: object = {}): object => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { _meta: envelope, ...params },
});
export const callRequest = (params: object): object => request("tools/call", params);

/** Sends what no client would let us send: any headers, any body. Both adapters take it, the 1.x one within a session. */
export async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Message | readonly object[] = request("tools/list"),
  method = "POST",
): Promise<Reply> {
  const message: Message = "length" in body ? {} : body;
  const name = (message.params as { readonly name?: string } | undefined)?.name;
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...("mcp-session-id" in headers ? {} : { "mcp-protocol-version": "2026-07-28" }),
    "mcp-method": message.method ?? "",
    ...(name === undefined ? {} : { "mcp-name": name }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? JSON.stringify(body) : undefined);
  });
}

/** Opens a session of a 2025 client by hand, and returns its id. */
export async function openSession(url: string, authorization: string): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const headers = { authorization, "mcp-protocol-version": "2025-11-25" };
  const opened = await send(url, headers, { ...request("initialize"), params });
  return String(opened.headers["mcp-session-id"]);
}
