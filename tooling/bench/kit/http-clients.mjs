import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A client of SDK 2.x that calls a server over HTTP. */
export async function connect2(url) {
  const info = { name: "bench", version: "1.0.0" };
  const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}
