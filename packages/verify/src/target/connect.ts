import { createRequire } from "node:module";
import { isObject, metaKeys, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { Answer } from "../model.ts";
import { reasonOf } from "../read.ts";
import {
  anyResult,
  Client,
  ProtocolError,
  StdioClientTransport,
  StreamableHTTPClientTransport,
} from "./sdk.ts";

/** How a caller reaches the server: a command with its whole environment, or an address with headers. */
export type Way =
  | {
      readonly kind: "stdio";
      readonly command: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly kind: "url"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One connection to the server. */
export interface Connection {
  readonly server: { readonly name: string; readonly version: string };
  /** Whether the server has ended, or was closed. */
  readonly isClosed: boolean;
  /** Of the process that was started; undefined for an address. */
  readonly pid: number | undefined;
  /** All pages of the list. `wasAnnounced`: the server has said since the last list that it changed. */
  list(): Promise<{ readonly tools: readonly JsonObject[]; readonly wasAnnounced: boolean }>;
  /** Never rejects: an answer that does not come is an answer of kind `none`. */
  call(name: string, args: JsonObject, meta: JsonObject, options: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const openMs = 60_000;
const maxPages = 200;
const maxErrorOutput = 2000;

/**
 * Starts the server, or reaches it. Throws a `UsageError` with what the server said. `onSampling` is told when the server asks for
 * the client's model.
 */
export async function connect(way: Way, onSampling: () => void): Promise<Connection> {
  // Questions to a person are not among the capabilities: nobody is here to answer them.
  const { version } = createRequire(import.meta.url)("../../package.json") as { readonly version: string };
  const client = new Client({ name: "proviso-verify", version }, { capabilities: { sampling: {} } });
  let isChanged = false;
  let isClosed = false;
  client.setRequestHandler("sampling/createMessage", () => {
    onSampling();
    return { model: "none", role: "assistant" as const, content: { type: "text" as const, text: "none" } };
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    isChanged = true;
  });
  const { transport, errorOutput } = transportOf(way);
  try {
    await client.connect(transport, { timeout: openMs });
  } catch (error) {
    await client.close().catch(() => {});
    const said = errorOutput().trim();
    const more = said === "" ? "" : `; it says:\n${said}`;
    throw new UsageError(`the server cannot be reached: ${reasonOf(error)}${more}`);
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onclose = () => {
    isClosed = true;
  };
  const { name = "unknown", version: serverVersion = "" } = client.getServerVersion() ?? {};
  return {
    server: { name, version: serverVersion },
    get isClosed() {
      return isClosed;
    },
    pid: transport instanceof StdioClientTransport ? (transport.pid ?? undefined) : undefined,
    async list() {
      const wasAnnounced = isChanged;
      isChanged = false;
      return { tools: await readPages(client), wasAnnounced };
    },
    call: (...given) => call(client, ...given),
    async close() {
      if ("terminateSession" in transport) await transport.terminateSession().catch(() => {});
      await client.close().catch(() => {});
    },
  };
}

function transportOf(way: Way) {
  if (way.kind === "url") {
    const requestInit = { headers: way.headers };
    const transport = new StreamableHTTPClientTransport(new URL(way.url), { requestInit });
    return { transport, errorOutput: () => "" };
  }
  const [command = "", ...args] = way.command;
  const { env, cwd } = way;
  const transport = new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: "pipe" });
  let output = "";
  transport.stderr?.on("data", (part: Buffer) => {
    output = (output + part.toString()).slice(-maxErrorOutput);
  });
  return { transport, errorOutput: () => output };
}

async function readPages(client: Client): Promise<readonly JsonObject[]> {
  const tools: JsonObject[] = [];
  let params: { cursor?: string } = {};
  for (let page = 0; page < maxPages; page++) {
    const result = await client.request({ method: "tools/list", params }, anyResult, { timeout: openMs });
    if (Array.isArray(result["tools"])) tools.push(...result["tools"].filter(isObject));
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || nextCursor === "") return tools;
    params = { cursor: nextCursor };
  }
  throw new UsageError("the server lists its tools in pages without end");
}

async function call(
  client: Client,
  name: string,
  args: JsonObject,
  meta: JsonObject,
  { timeoutMs, signal }: CallOptions,
): Promise<Answer> {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  const params = { name, arguments: args, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
  try {
    const options = { timeout: timeoutMs, ...(signal && { signal }) };
    const result = await client.request({ method: "tools/call", params }, anyResult, options);
    return { ...readResult(result), ms: elapsed() };
  } catch (error) {
    const rest = { text: reasonOf(error), ms: elapsed() };
    return error instanceof ProtocolError
      ? { kind: "error", code: String(error.code), ...rest }
      : { kind: "none", ...rest };
  }
}

function readResult(result: JsonObject): Omit<Answer, "ms"> {
  const { structuredContent, content, isError, resultType, _meta: meta } = result;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const text = blocks.flatMap(({ text: each }) => (typeof each === "string" ? [each] : [])).join("\n");
  const failure = isObject(meta) ? meta[metaKeys.failure] : undefined;
  const code = isObject(failure) && typeof failure["code"] === "string" ? failure["code"] : undefined;
  const shown = {
    ...(structuredContent !== undefined && { value: structuredContent }),
    ...(text !== "" && { text }),
    ...(isObject(meta) && { meta }),
  };
  // The server asks a person something (2026-07-28), and nobody is here to answer.
  if (resultType !== undefined && resultType !== "complete")
    return { kind: "failed", code: String(resultType), ...shown };
  if (isError === true) return { kind: "failed", ...(code !== undefined && { code }), ...shown };
  return { kind: "result", ...shown };
}
