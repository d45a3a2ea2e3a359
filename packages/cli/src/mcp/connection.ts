import type { Json, JsonObject } from "@proviso/manifest";

/** A way to a server, as far as it takes to ask it for its tools. */
export interface Connection {
  request(method: string, params: JsonObject): Promise<Json>;
  notify(method: string): Promise<void>;
  /** Ends what was started. Never fails. */
  close(): Promise<void>;
}

/** What a server may use up, all answers together. */
export interface Limits {
  readonly timeoutMs: number;
  readonly bytes: number;
}

export const defaultLimits: Limits = { timeoutMs: 120_000, bytes: 64_000_000 };

/** The server cannot be asked, or answers what is none. The message is for people. */
export class ServerError extends Error {}

/** The answer to a request, or what the server says against it. */
export function resultOf(message: JsonObject, method: string): Json {
  const { error, result } = message;
  if (error === undefined) return result ?? null;
  const said =
    isObject(error) && typeof error["message"] === "string" ? error["message"] : JSON.stringify(error);
  throw new ServerError(`the server answers \`${method}\` with an error: ${said}`);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined for what is no JSON object: some servers print other lines too. */
export function readMessage(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
