export { connectMcpClient, connectionOfClient } from "./connection/mcp.ts";
export type { ClientInfo } from "./connection/mcp.ts";
