import type { EnforcingServer } from "../../api/outcome.ts";
import { oneSender } from "../wire/senders.ts";
import type { ConnectOptions, McpConnection } from "../wire/mcp-options.ts";
import { protocolFactory } from "./protocol.ts";
import { serveTransport, type Transport } from "./sdk.ts";

/** Serves one client, of 2026-07-28 or of 2025, over any transport of the SDK. */
export async function connectMcp(
  server: EnforcingServer,
  transport: Transport,
  options: ConnectOptions,
): Promise<McpConnection> {
  const makeProtocol = protocolFactory(server, options);
  return serveTransport(transport, ({ era }) => makeProtocol(era, oneSender(options.principal)));
}
