import { isObject, type JsonObject, type Progress } from "@proviso/manifest";
import {
  isRequest,
  isResponse,
  progressTokenOf,
  serverErrorCode,
  UpstreamError,
  UpstreamGone,
  type Message,
  type MessageId,
  type RequestMessage,
  type ResponseMessage,
} from "../protocol/message.ts";
import type { Transport } from "../protocol/sdk.ts";

export interface RequestOptions {
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds. Absent: no limit of its own. */
  readonly timeoutMs?: number;
}

/** One connection to the upstream. */
export interface Link {
  /** Rejects with an `UpstreamError` for an error response, and with `UpstreamGone` if no response will come. */
  request(method: string, params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Passes a request of the host on, under an id of its own. `answer` gets the response with the host's id, once. */
  relay(request: RequestMessage, answer: (response: ResponseMessage) => void): void;
  /** Passes on that the host has cancelled a request. False if none with this id was relayed. */
  cancelRelayed(id: MessageId, params: JsonObject): boolean;
  /** Sends a notification, or a response to a request of the upstream. */
  send(message: Message): void;
  readonly isClosed: boolean;
  close(): Promise<void>;
}

export interface LinkEvents {
  onRequest(request: RequestMessage): void;
  onNotification(notification: Message): void;
  /** Called once when the connection has ended, by either side. */
  onClosed(reason: string): void;
}

interface Pending {
  readonly hostId?: MessageId;
  /** The tokens for which progress is awaited. */
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
 * Ids and progress tokens of both sides are renamed, so that neither side can answer a question of the gateway's, or report on a
 * request that is not its own. A response to no open request is ignored.
 */
export async function openLink(transport: Transport, events: LinkEvents): Promise<Link> {
  const state: LinkState = { transport, events, pending: new Map(), lastId: 0 };
  // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onmessage = (message) => receive(state, message as Message);
  transport.onclose = () => end(state, "the upstream server has ended");
  transport.onerror = () => {};
  // oxlint-enable unicorn/prefer-add-event-listener
  await transport.start();
  return {
    request: (method, params, options = {}) => ask(state, method, params, options),
    relay: (request, answer) => relay(state, request, answer),
    cancelRelayed(hostId, params) {
      const found = [...state.pending].find(([, each]) => each.hostId === hostId);
      if (!found) return false;
      // An answer that comes all the same is for nobody.
      state.pending.delete(found[0]);
      const cancelled = { ...params, requestId: found[0] };
      send(state, { jsonrpc: "2.0", method: "notifications/cancelled", params: cancelled });
      return true;
    },
    send: (message) => send(state, message),
    get isClosed() {
      return state.ended !== undefined;
    },
    async close() {
      end(state, "the gateway has closed the connection");
      await transport.close();
    },
  };
}

function end(state: LinkState, reason: string): void {
  if (state.ended !== undefined) return;
  state.ended = reason;
  const error = { code: serverErrorCode, message: reason };
  const open = [...state.pending.values()];
  state.pending.clear();
  for (const each of open) each.deliver({ jsonrpc: "2.0", error });
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
  else if (isRequest(message)) events.onRequest(message);
  else if (message.method === "notifications/progress") passProgress(state, message);
  else events.onNotification(message);
}

function passProgress({ pending, events }: LinkState, message: Message): void {
  const token = progressTokenOf(message);
  const open = [...pending.values()].find((each) => each.token !== undefined && each.token === token);
  if (open?.onProgress) open.onProgress(readProgress(message.params));
  else if (open) events.onNotification(message);
}

function send(state: LinkState, message: Message): void {
  if (state.ended !== undefined) return;
  state.transport.send(message as never).catch((error: unknown) => fail(state, message, error));
}

/** Over HTTP one request can fail by itself; a session that the server does not know any more is over. */
function fail(state: LinkState, { id, method }: Message, error: unknown): void {
  const reason = `the upstream could not be reached: ${textOf(error)}`;
  if (isSessionLost(error)) end(state, reason);
  else if (id !== undefined && method !== undefined)
    settle(state, id, { jsonrpc: "2.0", error: { code: serverErrorCode, message: reason } });
}

function relay(state: LinkState, request: RequestMessage, answer: (response: ResponseMessage) => void): void {
  const deliver = (response: Message): void => answer({ ...response, jsonrpc: "2.0", id: request.id });
  if (state.ended !== undefined)
    return deliver({ jsonrpc: "2.0", error: { code: serverErrorCode, message: state.ended } });
  const id = ++state.lastId;
  const token = progressTokenOf(request);
  state.pending.set(id, { hostId: request.id, token, onProgress: undefined, deliver });
  send(state, { ...request, id });
}

function ask(
  state: LinkState,
  method: string,
  params: JsonObject,
  { onProgress, signal, timeoutMs }: RequestOptions,
): Promise<JsonObject> {
  const { pending } = state;
  if (state.ended !== undefined) return Promise.reject(new UpstreamGone(state.ended));
  const id = ++state.lastId;
  const token = onProgress && `proviso-${id}`;
  const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
  const giveUp = (why: string): void => {
    if (!pending.delete(id)) return;
    // `initialize` cannot be cancelled (2025-11-25, basic/utilities/cancellation).
    if (method !== "initialize")
      send(state, {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: why },
      });
    reject(new UpstreamGone(why));
  };
  const abort = (): void => giveUp("the call was cancelled");
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => giveUp("the upstream did not answer in time"), timeoutMs);
  const finish = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  pending.set(id, {
    token,
    onProgress,
    deliver: ({ result, error }) => {
      if (result) resolve(result);
      else if (error && state.ended === undefined) reject(new UpstreamError(error));
      else reject(new UpstreamGone(error?.message ?? "the upstream sent no result"));
    },
  });
  signal?.addEventListener("abort", abort, { once: true });
  const meta = params["_meta"];
  const marked = token === undefined ? {} : { _meta: { ...(isObject(meta) && meta), progressToken: token } };
  send(state, { jsonrpc: "2.0", id, method, params: { ...params, ...marked } });
  if (signal?.aborted) abort();
  return promise.finally(finish);
}

function readProgress(params: JsonObject = {}): Progress {
  const { progress, total, message } = params;
  return {
    progress: typeof progress === "number" ? progress : 0,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}

/** A server of Streamable HTTP answers 404 for a session that has ended (2025-11-25, basic/transports). */
function isSessionLost(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === 404;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown error";
}
