import type { JsonObject } from "@proviso/manifest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  ErrorCode,
  McpError,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpConnection } from "./connection.ts";
import { capabilitiesOf, connectionOver, requestOptions } from "./sdk-connection.ts";
import type { ClientInfo, ClientConnectOptions, SdkClient } from "./sdk-connection.ts";

/** Connects over a transport of `@modelcontextprotocol/sdk` 1.x. Rejects if it cannot. */
export async function connectMcpClient(
  transport: Transport,
  info: ClientInfo = { name: "proviso", version: "0" },
  options: ClientConnectOptions = {},
): Promise<McpConnection> {
  const sdkClient = new Client({ ...info }, { capabilities: capabilitiesOf(options) });
  // Set before connecting, because a server may ask at once.
  const connection = connectionOfClient(sdkClient);
  await sdkClient.connect(transport);
  return connection;
}

/** Guards an existing client, which must declare `elicitation`; its handler is replaced. */
export function connectionOfClient(sdkClient: Client): McpConnection {
  return connectionOver(sdkClientOf(sdkClient));
}

function sdkClientOf(sdkClient: Client): SdkClient {
  return {
    listPage: (cursor) =>
      request(
        sdkClient.request(
          { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
          ResultSchema,
        ),
      ),
    call: ({ name, input, meta }, options) =>
      request(
        sdkClient.request(
          { method: "tools/call", params: { name, arguments: { ...input }, _meta: { ...meta } } },
          ResultSchema,
          requestOptions(options),
        ),
      ),
    custom: (method, params, options) =>
      request(sdkClient.request({ method, params }, ResultSchema, requestOptions(options))),
    serverCapabilities: () => sdkClient.getServerCapabilities(),
    isInvalidParams: (error): error is Error =>
      error instanceof McpError && error.code === ErrorCode.InvalidParams,
    onQuestion: (answer) =>
      sdkClient.setRequestHandler(
        ElicitRequestSchema,
        async ({ params }) => (await answer(params)) as ElicitResult,
      ),
    onToolsChanged: (changed) => sdkClient.setNotificationHandler(ToolListChangedNotificationSchema, changed),
    close: () => sdkClient.close(),
  };
}

/** A raw result is JSON: the SDK parsed it from a message. */
function request(result: Promise<object>): Promise<JsonObject> {
  return result as Promise<JsonObject>;
}
