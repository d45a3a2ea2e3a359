/** What every page with a generated client loads, whatever its contracts are; the MCP SDK comes on top. */
export { createGuard, typedCalls } from "@proviso/client/codegen1";
export { connectMcpClient } from "@proviso/client/mcp2";
