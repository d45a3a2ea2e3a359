import { reasonOf } from "@proviso/terminal";
import { objectOf, type Json, type JsonObject } from "@proviso/manifest";

export type MessageId = string | number;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** A JSON-RPC message as it is passed on: nothing in it is read but what the gateway needs. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: MessageId;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: RpcError;
}

export interface RequestMessage extends Message {
  readonly id: MessageId;
  readonly method: string;
}

export function isRequest(message: Message): message is RequestMessage {
  return message.method !== undefined && message.id !== undefined;
}

export function isResponse(message: Message): message is Message & { readonly id: MessageId } {
  return message.method === undefined && message.id !== undefined;
}

/** The progress token of a request, or the one that a progress notification names. */
export function progressTokenOf({ method, params }: Message): MessageId | undefined {
  const { progressToken: token } =
    method === "notifications/progress" ? objectOf(params) : objectOf(params?.["_meta"]);
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/** An error of the upstream's, with its code and text. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly rpc: RpcError;

  constructor(rpc: RpcError) {
    super(rpc.message);
    this.rpc = rpc;
  }
}

/** The upstream cannot be reached, or ended before it answered. */
export class UpstreamGone extends Error {
  override readonly name = "UpstreamGone";
}

/** JSON-RPC's code for an error of the server itself. */
export const serverErrorCode = -32000;

/** The response for a request that failed: the upstream's own error, or that of the gateway. */
export function failure(id: MessageId, error: unknown): Message {
  const rpc =
    error instanceof UpstreamError ? error.rpc : { code: serverErrorCode, message: reasonOf(error) };
  return { jsonrpc: "2.0", id, error: rpc };
}
