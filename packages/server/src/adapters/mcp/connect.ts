import type { EnforcingServer } from "../../api/outcome.ts";
import { oneSender } from "../wire/senders.ts";
import type { ConnectOptions, McpConnection } from "../wire/mcp-options.ts";
import { protocolFactory } from "./protocol.ts";
import { onClose, type Transport } from "./sdk.ts";

/** Serves one client over any transport of the SDK. */
export async function connectMcp(
  server: EnforcingServer,
  transport: Transport,
  options: ConnectOptions,
): Promise<McpConnection> {
  const protocol = protocolFactory(server, options)(oneSender(options.principal));
  const closed = new Promise<void>((resolve) => onClose(protocol, resolve));
  await protocol.connect(transport);
  return { closed, close: () => protocol.close() };
}
