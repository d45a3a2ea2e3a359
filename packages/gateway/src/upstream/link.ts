import { isObject, type JsonObject, type Progress } from "@proviso/manifest";
import { reasonOf } from "@proviso/terminal";
import { isRequest, isResponse, progressTokenOf, serverErrorCode } from "../protocol/message.ts";
import { UpstreamError, UpstreamGone } from "../protocol/message.ts";
import type { Message, MessageId, RequestMessage } from "../protocol/message.ts";
import type { Transport } from "../protocol/sdk.ts";
import { isModern } from "../protocol/eras.ts";

export interface RequestOptions {
  /** Absent: progress is passed on with the token of the request. */
  readonly onProgress?: (progress: Progress) => void;
  /** Its reason is what the upstream is told. Without it, the request has no limit of its own. */
  readonly signal?: AbortSignal;
}

/** One connection to the upstream. */
export type Link = ReturnType<typeof openLink>;

export interface LinkEvents {
  onRequest(request: RequestMessage): void | Promise<void>;
  onNotification(notification: Message): void;
  /** Called once when the connection has ended, by either side. */
  onClosed(reason: string): void;
}

interface Pending {
  /** The token for which progress is awaited. */
  readonly token: MessageId | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  deliver(response: Message): void;
}

interface LinkState {
  readonly transport: Transport;
  readonly events: LinkEvents;
  readonly pending: Map<MessageId, Pending>;
  lastId: number;
  /** Why the connection has ended. */
  ended?: string;
}

/**
 * Ids of both sides and the gateway's progress tokens are its own, so that neither side can answer a question of the gateway's, or
 * report on a request that is not its own. A response to no open request is ignored. The caller starts the transport.
 */
export function openLink(transport: Transport, events: LinkEvents) {
  const state: LinkState = { transport, events, pending: new Map(), lastId: 0 };
  // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onmessage = (message) => receive(state, message as Message);
  transport.onclose = () => end(state, "the upstream server has ended");
  transport.onerror = () => {};
  // oxlint-enable unicorn/prefer-add-event-listener
  return {
    /** Rejects with an `UpstreamError` for an error response, and with `UpstreamGone` if no response will come. */
    request: (method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> =>
      ask(state, method, params, options),
    /** Sends a notification, or a response to a request of the upstream. */
    send: (message: Message): void => send(state, message),
    get isClosed(): boolean {
      return state.ended !== undefined;
    },
    async close(): Promise<void> {
      end(state, "the gateway has closed the connection");
      await transport.close();
    },
  };
}

function end(state: LinkState, reason: string): void {
  if (state.ended !== undefined) return;
  state.ended = reason;
  const error = { code: serverErrorCode, message: reason };
  for (const id of state.pending.keys()) settle(state, id, { jsonrpc: "2.0", error });
  state.events.onClosed(reason);
}

function settle({ pending }: LinkState, id: MessageId, response: Message): void {
  const open = pending.get(id);
  pending.delete(id);
  open?.deliver(response);
}

function receive(state: LinkState, message: Message): void {
  const { events } = state;
  if (isResponse(message)) settle(state, message.id, message);
  else if (isRequest(message)) void events.onRequest(message);
  else if (message.method === "notifications/progress") passProgress(state, message);
  else events.onNotification(message);
}

function passProgress({ pending, events }: LinkState, message: Message): void {
  const token = progressTokenOf(message);
  const open = [...pending.values()].find((each) => each.token !== undefined && each.token === token);
  if (open?.onProgress) open.onProgress(readProgress(message.params));
  else if (open) events.onNotification(message);
}

function send(state: LinkState, message: Message, requestSignal?: AbortSignal): void {
  if (state.ended !== undefined) return;
  const options = requestSignal && { requestSignal };
  state.transport.send(message as never, options).catch((error: unknown) => fail(state, message, error));
}

/** Over HTTP one request can fail by itself; a session that the server does not know any more is over. */
function fail(state: LinkState, { id, method }: Message, error: unknown): void {
  const reason = `the upstream could not be reached: ${reasonOf(error)}`;
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  // Streamable HTTP answers 404 for a session that has ended (2025-11-25, basic/transports).
  if (code === 404 || status === 404) end(state, reason);
  else if (id !== undefined && method !== undefined)
    settle(state, id, { jsonrpc: "2.0", error: { code: serverErrorCode, message: reason } });
}

async function ask(
  state: LinkState,
  method: string,
  params: JsonObject,
  { onProgress, signal }: RequestOptions,
): Promise<JsonObject> {
  const { pending, transport } = state;
  if (state.ended !== undefined) throw new UpstreamGone(state.ended);
  const id = ++state.lastId;
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const marked = onProgress ? { ...params, _meta: { ...meta, progressToken: `proviso-${id}` } } : params;
  const message: RequestMessage = { jsonrpc: "2.0", id, method, params: marked };
  const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
  // Over HTTP, a request of 2026-07-28 is cancelled by the end of its stream.
  const stream = transport.hasPerRequestStream && isModern(message) ? new AbortController() : undefined;
  const abort = (): void => {
    if (!pending.delete(id)) return;
    stream?.abort();
    const reason = reasonIn(signal);
    // `initialize` cannot be cancelled (2025-11-25, basic/utilities/cancellation).
    if (method !== "initialize" && !stream)
      send(state, {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason },
      });
    reject(new UpstreamGone(reason));
  };
  pending.set(id, {
    token: progressTokenOf(message),
    onProgress,
    deliver: ({ result, error }) => {
      if (result) resolve(result);
      else if (error && state.ended === undefined) reject(new UpstreamError(error));
      else reject(new UpstreamGone(error?.message ?? "the upstream sent no result"));
    },
  });
  signal?.addEventListener("abort", abort, { once: true });
  send(state, message, stream?.signal);
  if (signal?.aborted) abort();
  return promise.finally(() => signal?.removeEventListener("abort", abort));
}

function reasonIn(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  if (typeof reason === "string") return reason;
  const isLate = reason instanceof DOMException && reason.name === "TimeoutError";
  return isLate ? "the upstream did not answer in time" : "the call was cancelled";
}

function readProgress(params: JsonObject = {}): Progress {
  const { progress, total, message } = params;
  return {
    progress: typeof progress === "number" ? progress : 0,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}
