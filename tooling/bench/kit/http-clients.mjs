// Clients of either SDK that call a server over HTTP.
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";

const client = { name: "bench", version: "1.0.0" };

export async function connect1(url) {
  const connected = new Client1(client);
  await connected.connect(new Http1(new URL(url)));
  return connected;
}

export async function connect2(url) {
  const connected = new Client2(client, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await connected.connect(new Http2(new URL(url)));
  return connected;
}
