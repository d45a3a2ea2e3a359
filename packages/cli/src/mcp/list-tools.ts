import process from "node:process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { escapeText, isObject, timeSpan, type Json, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import { ownVersion } from "../disk/package-json.ts";
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** Limits on all responses of a server together. */
export interface Limits {
  readonly timeoutMs: number;
  readonly bytes: number;
}

const defaultLimits: Limits = { timeoutMs: 120_000, bytes: 64_000_000 };
/** A limit on pages, for servers that never return a last one. */
const maxPages = 1000;
/** How long a server may take to end: the SDK sends `SIGTERM` after 2 s, `SIGKILL` after 4. */
const maxEndingMs = 8000;
/** How many characters of the end of the server's error output are kept. */
const maxErrorOutput = 2000;

/** Starts a server, lists its tools and ends it. Throws a `UsageError` that says why it cannot. */
export async function listToolsOfProcess(
  [command = "", ...args]: readonly string[],
  cwd: string,
  limits: Limits = defaultLimits,
): Promise<Json> {
  const { StdioClientTransport: Transport } = await loadMcpClient();
  // The packages of the `npx -p` that started this: the server's `npx` would take them.
  const { npm_config_package: _, ...env } = process.env as Record<string, string>;
  const given = { command, args, cwd, env, stderr: "pipe", maxBufferSize: limits.bytes } as const;
  const transport = new Transport(given);
  let errorOutput = "";
  transport.stderr?.on("data", (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-maxErrorOutput);
  });
  return listTools(transport, limits, `\`${command}\``).catch((error: unknown) => {
    const isQuoted = error instanceof UsageError && errorOutput.trim() !== "";
    throw isQuoted ? new UsageError(`${error.message}; it says:\n${errorOutput.trim()}`) : error;
  });
}

/** Lists the tools of the server at a URL. `headers`: `Name: value`. Throws a `UsageError`. */
export async function listToolsAtUrl(
  url: string,
  headers: readonly string[],
  limits: Limits = defaultLimits,
): Promise<Json> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`\`--http\` must be a URL such as https://example.com/mcp, not \`${url}\``);
  const requestInit = { headers: headers.map(readHeader) };
  const { StreamableHTTPClientTransport: Transport } = await loadMcpClient();
  const transport = new Transport(new URL(url), { requestInit, fetch: boundedFetch(limits.bytes) });
  return listTools(transport, limits, new URL(url).host);
}

function readHeader(written: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/.exec(written) ?? [];
  // The input may be a secret, so the message does not repeat it.
  if (name === undefined || value === undefined)
    throw new UsageError("`--header` must be a name and a value, such as 'Authorization: Bearer …'");
  return [name, value];
}

/** Connects, reads all pages of tools, and closes. `server` is its name in messages. */
async function listTools(transport: ToolTransport, limits: Limits, server: string): Promise<Json> {
  const { Client } = await loadMcpClient();
  const client = new Client({ name: "proviso", version: ownVersion });
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const options = { signal, timeout: limits.timeoutMs };
  let method = "initialize";
  let isTooLarge = false;
  // The SDK reports it here and closes the connection; the request only says that it was closed.
  const onerror = ({ message }: Error): void => {
    isTooLarge ||= message.startsWith("ReadBuffer exceeded");
  };
  const closed = new Promise<void>((onclose) => Object.assign(client, { onerror, onclose }));
  const list = async (): Promise<Json> => {
    await client.connect(transport, options);
    method = "tools/list";
    return readPages(limits.bytes, (params) =>
      client.request({ method: "tools/list", params }, anySchema, options),
    );
  };
  try {
    // The SDK waits without limit where a server no longer reads its input.
    return await Promise.race([list(), endOf(closed), endOf(once(signal, "abort"))]);
  } catch (error) {
    if (signal.aborted)
      throw new UsageError(`the server did not list its tools within ${timeSpan(limits.timeoutMs)}`);
    if (isTooLarge) throw tooLarge(limits.bytes);
    throw error instanceof UsageError ? error : await failed(error, method, server);
  } finally {
    if ("terminateSession" in transport) await transport.terminateSession().catch(() => undefined);
    await client.close();
    await Promise.race([closed, setTimeout(maxEndingMs, undefined, { ref: false })]);
  }
}

async function endOf(event: Promise<unknown>): Promise<never> {
  await event;
  const { SdkError, SdkErrorCode } = await loadMcpClient();
  throw new SdkError(SdkErrorCode.ConnectionClosed, "closed");
}

async function failed(error: unknown, method: string, server: string): Promise<UsageError> {
  const { ProtocolError, SdkError, SdkErrorCode } = await loadMcpClient();
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof ProtocolError)
    return new UsageError(`the server answers \`${method}\` with an error: ${escapeText(message)}`);
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return new UsageError("the server ended before it listed its tools");
  if (isObject(error) && "syscall" in error) return new UsageError(`${server} cannot be started: ${message}`);
  if (error instanceof TypeError)
    return new UsageError(`${server} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  return new UsageError(`the server does not answer \`${method}\`: ${escapeText(message)}`);
}

type ListRequest = (params: { cursor?: string }) => Promise<JsonObject>;

async function readPages(bytes: number, request: ListRequest): Promise<Json> {
  const tools: Json[] = [];
  const cursors = new Set<string>();
  let left = bytes;
  for (let cursor: string | undefined; ;) {
    const page = await request(cursor === undefined ? {} : { cursor });
    left -= JSON.stringify(page).length;
    if (left < 0) throw tooLarge(bytes);
    if (!Array.isArray(page["tools"]))
      throw new UsageError("the server answers `tools/list` without a list of tools");
    tools.push(...(page["tools"] as readonly Json[]));
    const { nextCursor } = page;
    if (typeof nextCursor !== "string" || nextCursor === "") return tools;
    if (cursors.has(nextCursor) || cursors.size >= maxPages)
      throw new UsageError("the server lists its tools in pages without end");
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

function tooLarge(bytes: number): UsageError {
  return new UsageError(`the server sends more than ${bytes / 1_000_000} MB`);
}

/** Keeps a page unchanged, because the SDK's schemas remove unknown fields. */
const anySchema: AnySchema = {
  "~standard": { version: 1, vendor: "proviso", validate: (value) => ({ value: value as JsonObject }) },
};

/** A `fetch` that receives at most `bytes` in all; else a `UsageError` says what to do. */
function boundedFetch(bytes: number): typeof fetch {
  let left = bytes;
  const count = (part: Uint8Array, controller: TransformStreamDefaultController): void => {
    left -= part.length;
    if (left < 0) controller.error(new UsageError(`the server sends more than ${bytes / 1_000_000} MB`));
    else controller.enqueue(part);
  };
  return async (url, init) => {
    // The stream of notifications: a list needs none.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    // The headers may hold credentials, which must not be sent to another origin.
    const response = await fetch(url, { ...init, redirect: "manual" });
    const body = response.body?.pipeThrough(new TransformStream({ transform: count })) ?? null;
    const { status, headers } = response;
    const bounded = new Response(body, { status, headers });
    if (response.ok || init?.method === "DELETE") return bounded;
    throw new UsageError(await refusal(bounded, new URL(String(url)).host));
  };
}

async function refusal(response: Response, host: string): Promise<string> {
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    return `${host} moved to ${headers.get("Location") ?? "another address"}; use that`;
  if (status === 401 || status === 403)
    return `${host} asks for authorization (${status}); give it with \`--header 'Authorization: Bearer …'\``;
  if (status === 404 || status === 405)
    return `${host} takes no requests at this address (${status}); where it speaks the older HTTP with SSE, use \`--stdio npx -y mcp-remote URL\``;
  const body: unknown = await response.json().catch(() => undefined);
  const error = isObject(body) ? body["error"] : undefined;
  const said = isObject(error) ? `: ${String(error["message"])}` : "";
  return `${host} answers with status ${status}${said}`;
}

type Sdk = typeof import("@modelcontextprotocol/client") &
  typeof import("@modelcontextprotocol/client/stdio");
type ToolTransport = InstanceType<Sdk["StdioClientTransport" | "StreamableHTTPClientTransport"]>;
type AnySchema = StandardSchemaV1<unknown, JsonObject>;

/** Loads the MCP client, an optional peer. Throws a `UsageError` if it is not installed. */
async function loadMcpClient(): Promise<Sdk> {
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
