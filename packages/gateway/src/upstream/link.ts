import { objectOf, type JsonObject, type Progress } from "@proviso/manifest";
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

export interface LinkEvents {
  onRequest(request: RequestMessage, link: Link): void | Promise<void>;
  onNotification(notification: Message): void;
  /** Called once when the connection has ended, by either side. */
  onClosed(reason: string): void;
}

interface Pending {
  /** The token for which progress is awaited. */
  readonly token: MessageId | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  resolve(result: JsonObject): void;
  reject(error: Error): void;
}

/** One connection to the upstream. */
export interface Link {
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
export function openLink(transport: Transport, events: LinkEvents): Link {
  const link: Link = { transport, events, pending: new Map(), lastId: 0 };
  // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onmessage = (message) => receive(link, message as Message);
  transport.onclose = () => end(link, "the upstream server has ended");
  transport.onerror = () => {};
  // oxlint-enable unicorn/prefer-add-event-listener
  return link;
}

export async function closeLink(link: Link): Promise<void> {
  end(link, "the gateway has closed the connection");
  await link.transport.close();
}

function end(link: Link, reason: string): void {
  if (link.ended !== undefined) return;
  link.ended = reason;
  for (const id of link.pending.keys()) taken(link, id)?.reject(new UpstreamGone(reason));
  link.events.onClosed(reason);
}

function taken({ pending }: Link, id: MessageId): Pending | undefined {
  const open = pending.get(id);
  pending.delete(id);
  return open;
}

function receive(link: Link, message: Message): void {
  const { events } = link;
  if (isResponse(message)) settle(taken(link, message.id), message);
  else if (isRequest(message)) void events.onRequest(message, link);
  else if (message.method === "notifications/progress") passProgress(link, message);
  else events.onNotification(message);
}

function settle(open: Pending | undefined, { result, error }: Message): void {
  if (result) open?.resolve(result);
  else open?.reject(error ? new UpstreamError(error) : new UpstreamGone("the upstream sent no result"));
}

function passProgress({ pending, events }: Link, message: Message): void {
  const token = progressTokenOf(message);
  const open = [...pending.values()].find((each) => each.token !== undefined && each.token === token);
  if (open?.onProgress) open.onProgress(readProgress(message.params));
  else if (open) events.onNotification(message);
}

/** Sends a notification, or a response to a request of the upstream. */
export function send(link: Link, message: Message, requestSignal?: AbortSignal): void {
  if (link.ended !== undefined) return;
  const options = requestSignal && { requestSignal };
  link.transport.send(message as never, options).catch((error: unknown) => fail(link, message, error));
}

/** Over HTTP one request can fail by itself; a session that the server does not know any more is over. */
function fail(link: Link, { id, method }: Message, error: unknown): void {
  const message = `the upstream could not be reached: ${reasonOf(error)}`;
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  // Streamable HTTP answers 404 for a session that has ended (2025-11-25, basic/transports).
  if (code === 404 || status === 404) end(link, message);
  else if (id !== undefined && method !== undefined)
    taken(link, id)?.reject(new UpstreamError({ code: serverErrorCode, message }));
}

/** Makes a request. Rejects with an `UpstreamError` for an error response, and with `UpstreamGone` if no response will come. */
export async function ask(
  link: Link,
  method: string,
  params: JsonObject,
  { onProgress, signal }: RequestOptions = {},
): Promise<JsonObject> {
  const { pending, transport } = link;
  if (link.ended !== undefined) throw new UpstreamGone(link.ended);
  const id = ++link.lastId;
  const meta = objectOf(params["_meta"]);
  const marked = onProgress ? { ...params, _meta: { ...meta, progressToken: `proviso-${id}` } } : params;
  const message: RequestMessage = { jsonrpc: "2.0", id, method, params: marked };
  const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
  // Over HTTP, a request of 2026-07-28 is cancelled by the end of its stream.
  const stream = transport.hasPerRequestStream && isModern(message) ? new AbortController() : undefined;
  const abort = (): void => {
    if (!pending.delete(id)) return;
    stream?.abort();
    const reason = reasonIn(signal);
    const cancelled = { requestId: id, reason };
    // `initialize` cannot be cancelled (2025-11-25, basic/utilities/cancellation).
    if (method !== "initialize" && !stream)
      send(link, { jsonrpc: "2.0", method: "notifications/cancelled", params: cancelled });
    reject(new UpstreamGone(reason));
  };
  pending.set(id, { token: progressTokenOf(message), onProgress, resolve, reject });
  signal?.addEventListener("abort", abort, { once: true });
  send(link, message, stream?.signal);
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
