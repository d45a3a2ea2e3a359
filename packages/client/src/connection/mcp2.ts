import type { Json, JsonObject } from "@proviso/manifest";
import { Client, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type {
  CallToolResult,
  ElicitResult,
  McpSubscription,
  StandardSchemaV1,
  Tool,
  Transport,
} from "@modelcontextprotocol/client";
import type { McpConnection } from "./connection.ts";
import { asObject } from "./json.ts";
import { capabilitiesOf, connectionOver, requestOptions } from "./sdk-connection.ts";
import type { ClientInfo, ClientConnectOptions, SdkClient } from "./sdk-connection.ts";

/**
 * Connects over a transport of `@modelcontextprotocol/client` 2.x: protocol 2026-07-28 if the server supports it, otherwise
 * 2025. Rejects if the server cannot be reached.
 */
export async function connectMcpClient(
  transport: Transport,
  info: ClientInfo = { name: "proviso", version: "0" },
  options: ClientConnectOptions = {},
): Promise<McpConnection> {
  const sdkClient = new Client(
    { ...info },
    {
      capabilities: capabilitiesOf(options),
      versionNegotiation: { mode: "auto" },
    },
  );
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
    listPage: (cursor) => listPage(sdkClient, cursor),
    // A question arrives as `input_required`; the SDK asks our handler and repeats the call.
    call: ({ name, input, meta }, options, tool) =>
      sdkClient.callTool(
        { name, arguments: { ...input }, _meta: { ...meta } },
        { ...requestOptions(options), ...headersOf(tool) },
      ) as Promise<CallToolResult & JsonObject>,
    custom: (method, params, options) =>
      sdkClient.request({ method, params }, anySchema, requestOptions(options)),
    serverCapabilities: () => sdkClient.getServerCapabilities(),
    isInvalidParams: (error): error is Error =>
      error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams,
    onQuestion: (answer) =>
      sdkClient.setRequestHandler(
        "elicitation/create",
        async ({ params }) => (await answer(params)) as ElicitResult,
      ),
    onToolsChanged: (changed) => listenForChanges(sdkClient, changed),
    close: () => sdkClient.close(),
  };
}

async function listPage(sdkClient: Client, cursor: string | undefined): Promise<JsonObject> {
  const params = cursor === undefined ? {} : { cursor };
  const page = await sdkClient.request({ method: "tools/list", params }, anySchema);
  if (!JSON.stringify(page).includes("x-mcp-header")) return page;
  // SEP-2243: clients leave out tools with wrong headers. The SDK has a separate list of them.
  const { tools } = await sdkClient.listTools(cursor === undefined ? undefined : params, {
    cacheMode: "refresh",
  });
  const callable = new Set<unknown>(tools.map(({ name }) => name));
  const listed = Array.isArray(page["tools"]) ? page["tools"] : [];
  return { ...page, tools: listed.filter((tool: Json) => callable.has(asObject(tool)?.["name"])) };
}

/** Leaves out output schemas: the SDK reports wrong outputs as unknown tools. The guard checks. */
function headersOf(tool: { readonly name: string; readonly inputSchema: JsonObject } | undefined): {
  toolDefinition?: Tool;
} {
  return tool
    ? { toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool["inputSchema"] } }
    : {};
}

/** Since 2026-07-28 a client subscribes to changes. If it cannot, the next list shows them. */
function listenForChanges(sdkClient: Client, changed: () => void): void {
  sdkClient.setNotificationHandler("notifications/tools/list_changed", changed);
  const canTell = sdkClient.getServerCapabilities()?.tools?.listChanged === true;
  if (sdkClient.getProtocolEra() === "modern" && canTell) void keepListening(sdkClient, changed);
}

/** Milliseconds: the pauses double from the first to the longest. */
const [firstPauseMs, maxPauseMs] = [1000, 30_000];

/**
 * Subscribes again when the stream has ended, until the client is closed. What has changed
 * meanwhile shows in the next listing. A server that takes no subscription is not asked again.
 */
async function keepListening(sdkClient: Client, changed: () => void): Promise<void> {
  const subscribe = (): Promise<McpSubscription | undefined> =>
    sdkClient.listen({ toolsListChanged: true }).catch(() => undefined);
  let subscription = await subscribe();
  let pauseMs = firstPauseMs;
  while (subscription && (await subscription.closed) !== "local") {
    changed();
    for (
      subscription = undefined;
      !subscription && sdkClient.transport;
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
    ) {
      await pause(pauseMs);
      subscription = sdkClient.transport && (await subscribe());
    }
    if (subscription) pauseMs = firstPauseMs;
    changed();
  }
}

/** Waits. The timer does not keep a program alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    (timer as { unref?(): void }).unref?.();
  });
}

/** Keeps a result unchanged, because the SDK's schemas remove unknown fields. */
const anySchema: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "proviso", validate: (value) => ({ value: value as JsonObject }) },
};
