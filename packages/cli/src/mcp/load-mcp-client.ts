import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import type { JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";

type Sdk = typeof import("@modelcontextprotocol/client") &
  typeof import("@modelcontextprotocol/client/stdio");
export type ToolTransport = InstanceType<Sdk["StdioClientTransport" | "StreamableHTTPClientTransport"]>;
export type AnySchema = StandardSchemaV1<unknown, JsonObject>;

/** Loads the MCP client, an optional peer. Throws a `UsageError` if it is not installed. */
export async function loadMcpClient(): Promise<Sdk> {
  try {
    const parts = await Promise.all([
      import("@modelcontextprotocol/client"),
      import("@modelcontextprotocol/client/stdio"),
    ]);
    return Object.assign({}, ...parts);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new UsageError(
      "to ask a server, `proviso` needs a package beside it: `npm install --save-dev @modelcontextprotocol/client`",
    );
  }
}
