import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isObject, metaKeys, type JsonObject } from "@proviso/manifest";
import { reasonOf, UsageError } from "@proviso/terminal";
import { yesTo } from "../calls/values.ts";
import type { Answer, Call } from "../model.ts";

export type Texts = Readonly<Record<string, string>>;

/** How a caller reaches the server: a command with its whole environment, or an address with headers. */
export type Way =
  | { readonly command: readonly string[]; readonly env: Texts; readonly cwd: string }
  | { readonly url: string; readonly headers: Texts };

export interface Connection {
  readonly server: { readonly name: string; readonly version: string };
  readonly isClosed: boolean;
  /** Of the process that was started; undefined for an address. */
  readonly pid: number | undefined;
  /** All pages of the list. `wasAnnounced`: the server has said since the last list that it changed. */
  list(): Promise<{ readonly tools: readonly JsonObject[]; readonly wasAnnounced: boolean }>;
  /** Never rejects: an answer that does not come is an answer of kind `none`. `timeout`: milliseconds. */
  call(action: Call, options: { readonly timeout: number; readonly signal?: AbortSignal }): Promise<Answer>;
  close(): Promise<void>;
}

const openMs = 60_000;
const maxPages = 200;
const maxErrorOutput = 2000;
/** Questions to a person that are answered during one call. */
const maxApproved = 5;

/** Keeps a result unchanged, because the SDK's schemas remove unknown fields, and check outputs themselves. */
const anyResult: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "proviso", validate: (value) => ({ value: value as JsonObject }) },
};

/**
 * Starts or reaches the server. Throws a `UsageError` with what it said. `onSampling`: it asks for the client's model.
 * `approves`: its questions to a person are answered with yes.
 */
export async function connect(way: Way, onSampling: () => void, approves = false): Promise<Connection> {
  // Without approvals, nobody is here to answer questions to a person.
  const capabilities = { sampling: {}, ...(approves && { elicitation: { form: {} } }) };
  const client = new Client({ name: "proviso-verify", version: "0" }, { capabilities });
  let [isChanged, isClosed, output, approvable] = [false, false, "", 0];
  if (approves)
    client.setRequestHandler("elicitation/create", ({ params }) =>
      approvable-- > 0
        ? { action: "accept", content: yesTo(params as JsonObject) as Record<string, string> }
        : { action: "decline" },
    );
  client.setRequestHandler("sampling/createMessage", () => {
    onSampling();
    return { model: "none", role: "assistant" as const, content: { type: "text" as const, text: "none" } };
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => void (isChanged = true));
  const transport = transportOf(way, (part) => (output = (output + part).slice(-maxErrorOutput)));
  try {
    await client.connect(transport, { timeout: openMs });
  } catch (error) {
    await client.close().catch(() => {});
    const said = output.trim() === "" ? "" : `; it says:\n${output.trim()}`;
    throw new UsageError(`the server cannot be reached: ${reasonOf(error)}${said}`);
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onclose = () => void (isClosed = true);
  const server = client.getServerVersion();
  return {
    server: { name: server?.name ?? "unknown", version: server?.version ?? "" },
    get isClosed() {
      return isClosed;
    },
    pid: transport instanceof StdioClientTransport ? (transport.pid ?? undefined) : undefined,
    async list() {
      const wasAnnounced = isChanged;
      isChanged = false;
      return { tools: await readPages(client), wasAnnounced };
    },
    async call({ tool: name, arguments: args, key }, options) {
      const start = performance.now();
      approvable = maxApproved;
      const meta = key !== undefined && { _meta: { [metaKeys.idempotencyKey]: key } };
      const params = { name, arguments: args, ...meta };
      const answer = await client
        .request({ method: "tools/call", params }, anyResult, options)
        .then(readResult, (error: unknown): Omit<Answer, "ms"> => ({
          ...(error instanceof ProtocolError
            ? { kind: "error", code: String(error.code) }
            : { kind: "none" }),
          text: reasonOf(error),
        }));
      return { ...answer, ms: Math.round(performance.now() - start) };
    },
    async close() {
      if ("terminateSession" in transport) await transport.terminateSession().catch(() => {});
      await client.close().catch(() => {});
    },
  };
}

function transportOf(way: Way, onErrorOutput: (text: string) => void) {
  if ("url" in way)
    return new StreamableHTTPClientTransport(new URL(way.url), { requestInit: { headers: way.headers } });
  const [command = "", ...args] = way.command;
  const { env, cwd } = way;
  const transport = new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: "pipe" });
  transport.stderr?.on("data", (part: Buffer) => onErrorOutput(part.toString()));
  return transport;
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

function readResult(result: JsonObject): Omit<Answer, "ms"> {
  const { structuredContent: value, content, isError, resultType, _meta: meta } = result;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const text = blocks.flatMap(({ text: each }) => (typeof each === "string" ? [each] : [])).join("\n");
  const failure = isObject(meta) ? meta[metaKeys.failure] : undefined;
  // The server asks a person something (2026-07-28), and nobody is here to answer.
  const isAsking = resultType !== undefined && resultType !== "complete";
  const code = isAsking ? String(resultType) : isObject(failure) ? failure["code"] : undefined;
  const isFailed = isAsking || isError === true;
  return {
    kind: isFailed ? "failed" : "result",
    ...(isFailed && typeof code === "string" && { code }),
    ...(value !== undefined && { value }),
    ...(text !== "" && { text }),
    ...(isObject(meta) && { meta }),
  };
}
