import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { oneSender } from "../wire/senders.ts";
import type { McpOptions } from "../wire/mcp-options.ts";
import { protocolFactory } from "./protocol.ts";
import { serveTransport, type ServedTransport, type Transport } from "./sdk.ts";

export interface ConnectOptions extends McpOptions {
  /** The caller of everything on this connection. */
  readonly principal: Principal | undefined;
}

export type McpConnection = ServedTransport;

/** Serves one client, of 2026-07-28 or of 2025, over any transport of the SDK. */
export async function connectMcp(
  server: EnforcingServer,
  transport: Transport,
  options: ConnectOptions,
): Promise<McpConnection> {
  const makeProtocol = protocolFactory(server, options);
  return serveTransport(transport, ({ era }) => makeProtocol(era, oneSender(options.principal)));
}
