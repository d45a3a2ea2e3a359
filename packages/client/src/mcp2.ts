export { connectMcpClient, connectionOfClient } from "./connection/mcp2.ts";
export type { ClientInfo } from "./connection/sdk-connection.ts";
