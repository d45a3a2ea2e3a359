import { extensionName, longestTimer, resolveMethod } from "@proviso/manifest";
import type { JsonObject, Progress } from "@proviso/manifest";
import type {
  Elicitation,
  ElicitationAnswer,
  ElicitationHandler,
  McpConnection,
  WireCall,
  WireCallOptions,
  WireResult,
  WireTool,
} from "./connection.ts";
import { asObject, asString } from "./json.ts";
import { readResult } from "./read-result.ts";
import { readAllTools } from "./read-tools.ts";

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface ClientConnectOptions {
  /** Declares that the host shows links to a person: give the guard `onLink`. Defaults to false. */
  readonly links?: boolean;
}

interface Capabilities {
  elicitation: { form: Record<string, never>; url?: Record<string, never> };
  extensions: Record<string, { version: number }>;
}

/** The capabilities of our client: asking a person by form, showing links, and our `_meta`. */
export function capabilitiesOf({ links }: ClientConnectOptions): Capabilities {
  return {
    elicitation: { form: {}, ...(links && { url: {} }) },
    extensions: { [extensionName]: { version: 1 } },
  };
}

/** What differs between the SDKs. Results are raw: parsing by an SDK removes unknown fields. */
export interface SdkClient {
  listPage(cursor: string | undefined): Promise<JsonObject>;
  /** `tool` is the last listed tool with the call's name. */
  call(call: WireCall, options: WireCallOptions, tool: WireTool | undefined): Promise<JsonObject>;
  /** A request that MCP does not define. */
  custom(method: string, params: JsonObject, options: WireCallOptions): Promise<JsonObject>;
  serverCapabilities(): unknown;
  /** JSON-RPC -32602: servers' answer to unknown tools, wrong arguments and other errors. */
  isInvalidParams(error: unknown): error is Error;
  /** Receives the server's questions, as parameters of `elicitation/create`. */
  onQuestion(answer: (params: unknown) => Promise<ElicitationAnswer>): void;
  onToolsChanged(changed: () => void): void;
  close(): Promise<void>;
}

/** The connection for a guard, over a client of either SDK. */
export function connectionOver(sdk: SdkClient): McpConnection {
  let listed = new Map<string, WireTool>();
  let handler: ElicitationHandler | undefined;
  sdk.onQuestion((params) =>
    handler ? handler(readQuestion(params)) : Promise.resolve({ action: "decline" }),
  );
  return {
    async listTools() {
      const tools = await readAllTools((cursor) => sdk.listPage(cursor));
      listed = new Map(tools.map((tool) => [tool.name, tool]));
      return tools;
    },
    callTool(call, options) {
      const tool = listed.get(call.name);
      return answerOf(sdk, call.name, sdk.call(call, options, tool), tool);
    },
    async resolve({ name, input, meta }, options) {
      if (!canResolve(sdk.serverCapabilities())) return undefined;
      const params = { name, arguments: { ...input }, _meta: { ...meta } };
      return answerOf(sdk, name, sdk.custom(resolveMethod, params, options));
    },
    onElicitation(next) {
      if (handler) throw new Error("this connection has a guard already: share that one, or connect again");
      handler = next;
    },
    onToolsChanged: (changed) => sdk.onToolsChanged(changed),
    close: () => sdk.close(),
  };
}

/** Whether the server offers our own method. Another method could be a request that has effects. */
function canResolve(said: unknown): boolean {
  const extensions = asObject(asObject(said)?.["extensions"]);
  return asObject(extensions?.[extensionName])?.["resolve"] === resolveMethod;
}

async function answerOf(
  sdk: SdkClient,
  name: string,
  sent: Promise<JsonObject>,
  tool?: WireTool,
): Promise<WireResult> {
  try {
    return readResult(await sent, tool);
  } catch (error) {
    const refusal = sdk.isInvalidParams(error) ? readRefusal(name, error.message) : undefined;
    const answer = refusal ?? readRequiredLinks(error);
    if (answer) return answer;
    throw error;
  }
}

function readQuestion(params: unknown): Elicitation {
  const { message, mode, requestedSchema, url, _meta: meta } = asObject(params) ?? {};
  return {
    message: asString(message) ?? "",
    schema: asObject(requestedSchema) ?? {},
    meta: asObject(meta) ?? {},
    ...(mode === "url" && { url }),
  };
}

const urlElicitationRequired = -32042;

/** Reads the error by which a server of 2025-11-25 wants pages opened before the call. */
function readRequiredLinks(error: unknown): WireResult | undefined {
  const { code, data } = asObject(error) ?? {};
  const asked = asObject(data)?.["elicitations"];
  if (code !== urlElicitationRequired || !Array.isArray(asked)) return undefined;
  const links = asked.slice(0, maxLinks).map((each) => {
    const { message, url } = asObject(each) ?? {};
    return { url, message: asString(message) ?? "" };
  });
  return { kind: "links_required", links };
}

/**
 * Interprets -32602 if its message is certain: the wording of the specification and of SDK 1.x and
 * 2.x. Any other message may come from a tool that has already done something.
 */
function readRefusal(tool: string, sent: string): WireResult | undefined {
  const message = sent.replace(/^(?:MCP error -32602: )+/, "");
  if ([`Unknown tool: ${tool}`, `Tool ${tool} not found`, `Tool ${tool} disabled`].includes(message))
    return { kind: "unknown_tool", message };
  const isInput = /^(Input validation error: )?Invalid arguments for tool /.test(message);
  return isInput ? { kind: "invalid_input", message } : undefined;
}

/** The limit of pages of one response that a person is shown. */
const maxLinks = 3;

/** The options of a call for both SDKs. */
export interface RequestOptions {
  readonly timeout: number;
  readonly maxTotalTimeout: number;
  readonly resetTimeoutOnProgress: true;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: SdkProgress) => void;
}

/** A tool with undefined members, as the client SDKs return it. */
export interface SdkProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export function requestOptions({
  signal,
  timeoutMs,
  totalMs = timeoutMs,
  onProgress,
}: WireCallOptions): RequestOptions {
  return {
    timeout: Math.min(timeoutMs, longestTimer),
    maxTotalTimeout: Math.min(totalMs, longestTimer),
    resetTimeoutOnProgress: true,
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onprogress: (progress) => onProgress(readProgress(progress)) } : {}),
  };
}

function readProgress({ progress, total, message }: SdkProgress): Progress {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}
