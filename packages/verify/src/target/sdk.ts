import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "@proviso/manifest";

/** What the official client has, in the one file that imports it. */
export { Client, ProtocolError, StdioClientTransport, StreamableHTTPClientTransport };

/** Keeps a result unchanged, because the SDK's schemas remove unknown fields, and check outputs themselves. */
export const anyResult: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "proviso", validate: (value) => ({ value: value as JsonObject }) },
};
