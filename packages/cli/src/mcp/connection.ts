import { escapeText, isObject, type Json, type JsonObject } from "@proviso/manifest";

/** A connection to a server, with the operations needed to list its tools. */
export interface ServerConnection {
  request(method: string, params: JsonObject): Promise<Json>;
  notify(method: string): Promise<void>;
  /** Closes the connection and ends a started process. Never throws. */
  close(): Promise<void>;
}

/** Limits on all responses of a server together. */
export interface Limits {
  readonly timeoutMs: number;
  readonly bytes: number;
}

export const defaultLimits: Limits = { timeoutMs: 120_000, bytes: 64_000_000 };

/** The server cannot be reached, or its response is invalid. The message is shown to the user. */
export class ServerError extends Error {}

/** The result in a server's JSON-RPC response; throws the server's error. */
export function resultOf(message: JsonObject, method: string): Json {
  const { error, result } = message;
  if (error === undefined) return result ?? null;
  const said =
    isObject(error) && typeof error["message"] === "string" ? error["message"] : JSON.stringify(error);
  throw new ServerError(`the server answers \`${method}\` with an error: ${escapeText(said)}`);
}

/** A JSON-RPC message on one line; undefined if it is no JSON object: some servers print other lines too. */
export function readMessage(text: string): JsonObject | undefined {
  try {
    const json = JSON.parse(text) as Json;
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
