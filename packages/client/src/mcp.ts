export { connectMcpClient, connectionOfClient } from "./connection/mcp.ts";
export type { ClientInfo } from "./connection/sdk-connection.ts";
