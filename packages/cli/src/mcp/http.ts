import { isObject, timeSpan, type Json, type JsonObject } from "@proviso/manifest";
import { type ServerConnection, type Limits, readMessage, resultOf, ServerError } from "./connection.ts";

/** Speaks JSON-RPC over MCP's streamable HTTP transport: each request is a POST, answered by JSON or an event stream. */
export function connectHttp(
  serverUrl: URL,
  headers: readonly (readonly [name: string, value: string])[],
  { timeoutMs, bytes }: Limits,
): ServerConnection {
  const signal = AbortSignal.timeout(timeoutMs);
  const sessionHeaders = new Headers(headers.map(([name, value]) => [name, value]));
  const byteBudget = { left: bytes, limit: bytes };
  let last = 0;

  async function sendRequest(method: "POST" | "DELETE", body: JsonObject | undefined): Promise<Response> {
    const sentHeaders = new Headers(sessionHeaders);
    sentHeaders.set("Accept", "application/json, text/event-stream");
    if (body) sentHeaders.set("Content-Type", "application/json");
    try {
      // The headers may hold credentials, which must not be sent to another origin.
      return await fetch(serverUrl, {
        method,
        headers: sentHeaders,
        redirect: "manual",
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw unreachableServer(serverUrl, error, timeoutMs);
    }
  }

  return {
    async request(method, params) {
      last += 1;
      const httpResponse = await sendRequest("POST", { jsonrpc: "2.0", id: last, method, params });
      if (!httpResponse.ok) throw await refusedResponse(httpResponse, serverUrl, byteBudget);
      const message = await answerInResponse(httpResponse, last, byteBudget).catch((error: unknown) => {
        throw error instanceof ServerError ? error : unreachableServer(serverUrl, error, timeoutMs);
      });
      if (!message) throw new ServerError(`the server does not answer \`${method}\``);
      const result = resultOf(message, method);
      const id = httpResponse.headers.get("Mcp-Session-Id");
      if (id !== null) sessionHeaders.set("Mcp-Session-Id", id);
      if (method === "initialize" && isObject(result))
        sessionHeaders.set("MCP-Protocol-Version", String(result["protocolVersion"]));
      return result;
    },
    async notify(method) {
      const httpResponse = await sendRequest("POST", { jsonrpc: "2.0", method });
      await httpResponse.body?.cancel();
    },
    async close() {
      // A server without sessions has none to end.
      if (!sessionHeaders.has("Mcp-Session-Id")) return;
      await sendRequest("DELETE", undefined).then(
        (httpResponse) => httpResponse.body?.cancel(),
        () => undefined,
      );
    },
  };
}

interface ResponseBudget {
  left: number;
  readonly limit: number;
}

async function answerInResponse(
  httpResponse: Response,
  id: number,
  byteBudget: ResponseBudget,
): Promise<JsonObject | undefined> {
  const isStream = httpResponse.headers.get("Content-Type")?.includes("text/event-stream");
  if (!isStream) return answerToRequest(id, await wholeText(httpResponse, byteBudget));
  for await (const event of eventsInStream(httpResponse, byteBudget)) {
    const message = answerToRequest(id, event);
    if (message) return message;
  }
  return undefined;
}

function answerToRequest(id: Json, text: string): JsonObject | undefined {
  const message = readMessage(text);
  return message?.["id"] === id && message["method"] === undefined ? message : undefined;
}

/** The data of each server-sent event of a response. */
async function* eventsInStream(httpResponse: Response, byteBudget: ResponseBudget): AsyncGenerator<string> {
  let rest = "";
  for await (const text of responseText(httpResponse, byteBudget)) {
    const events = (rest + text).replaceAll("\r\n", "\n").split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) yield dataOfEvent(event);
  }
  if (rest !== "") yield dataOfEvent(rest);
}

function dataOfEvent(event: string): string {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
}

async function wholeText(httpResponse: Response, byteBudget: ResponseBudget): Promise<string> {
  const parts: string[] = [];
  for await (const text of responseText(httpResponse, byteBudget)) parts.push(text);
  return parts.join("");
}

async function* responseText(httpResponse: Response, byteBudget: ResponseBudget): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of httpResponse.body ?? []) {
    byteBudget.left -= bytes.length;
    if (byteBudget.left < 0)
      throw new ServerError(`the server sends more than ${byteBudget.limit / 1_000_000} MB`);
    yield decoder.decode(bytes, { stream: true });
  }
}

async function refusedResponse(
  httpResponse: Response,
  serverUrl: URL,
  byteBudget: ResponseBudget,
): Promise<ServerError> {
  const { status } = httpResponse;
  if (status >= 300 && status < 400)
    return new ServerError(
      `${serverUrl.host} moved to ${httpResponse.headers.get("Location") ?? "another address"}; use that`,
    );
  if (status === 401 || status === 403)
    return new ServerError(
      `${serverUrl.host} asks for authorization (${status}); give it with \`--header 'Authorization: Bearer …'\``,
    );
  if (status === 404 || status === 405)
    return new ServerError(
      `${serverUrl.host} takes no requests at this address (${status}); where it speaks the older HTTP with SSE, use \`--stdio npx -y mcp-remote URL\``,
    );
  const text = await wholeText(httpResponse, byteBudget).catch(() => "");
  const error = readMessage(text)?.["error"];
  const said = isObject(error) && typeof error["message"] === "string" ? `: ${error["message"]}` : "";
  return new ServerError(`${serverUrl.host} answers with status ${status}${said}`);
}

function unreachableServer(serverUrl: URL, error: unknown, timeoutMs: number): ServerError {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new ServerError(
    isLate
      ? `${serverUrl.host} did not list its tools within ${timeSpan(timeoutMs)}`
      : `${serverUrl.host} cannot be reached: ${cause}`,
  );
}
