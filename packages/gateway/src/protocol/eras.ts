/** The two generations of MCP: up to 2025-11-25 a connection has a handshake, and since 2026-07-28 each request has an envelope. */
import { objectOf, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { type Message } from "./message.ts";

const reserved = "io.modelcontextprotocol/";
export const modernVersion = "2026-07-28";
const legacyVersion = "2025-11-25";
/** The gateway waits for tasks itself. */
export const tasksExtension: string = `${reserved}tasks`;
const envelopeKeys = ["protocolVersion", "clientCapabilities", "clientInfo"].map((key) => reserved + key);

/** Whether a message is of 2026-07-28: its `_meta` names the version. */
export function isModern({ params }: Message): boolean {
  return typeof objectOf(params?.["_meta"])[`${reserved}protocolVersion`] === "string";
}

/** The parameters of `initialize` that say what the envelope of a request says. */
export function handshakeOf({ params }: Message): JsonObject {
  const meta = objectOf(params?.["_meta"]);
  return {
    protocolVersion: legacyVersion,
    capabilities: objectOf(meta[`${reserved}clientCapabilities`]),
    clientInfo: meta[`${reserved}clientInfo`] ?? { name: "proviso-gateway", version: "0.0.0" },
  };
}

/** The parameters of a request for a server of 2026-07-28. An envelope that they have counts. */
export function withEnvelope(params: JsonObject, handshake: JsonObject): JsonObject {
  // Tasks of 2025-11-25 have other methods.
  const { tasks: _tasks, ...capabilities } = objectOf(handshake["capabilities"]);
  const envelope = {
    [`${reserved}protocolVersion`]: modernVersion,
    [`${reserved}clientCapabilities`]: capabilities,
    [`${reserved}clientInfo`]: handshake["clientInfo"] ?? {},
  };
  return { ...params, _meta: { ...envelope, ...objectOf(params["_meta"]) } };
}

/** The parameters of a request for a server up to 2025-11-25. */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const { _meta: meta, ...rest } = params;
  if (!isObject(meta)) return params;
  const kept = Object.entries(meta).filter(([key]) => !envelopeKeys.includes(key));
  return kept.length > 0 ? { ...rest, _meta: Object.fromEntries(kept) } : rest;
}

/** A result as `initialize` returns it, of what `server/discover` returned. Undefined if the server does not speak 2026-07-28. */
export function discovered(result: JsonObject): JsonObject | undefined {
  const { supportedVersions, resultType: _t, ttlMs: _l, cacheScope: _s, ...facts } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(modernVersion)) return undefined;
  const serverInfo = objectOf(result["_meta"])[`${reserved}serverInfo`] ?? {};
  return { protocolVersion: modernVersion, serverInfo, ...facts };
}

/** What `_meta` says of a server that has a name (2026-07-28). */
export function identityOf(serverInfo: Json | undefined): JsonObject {
  return serverInfo === undefined ? {} : { [`${reserved}serverInfo`]: serverInfo };
}

/** A result for a host of 2026-07-28. What the gateway lists can change at any time, and is not to be cached. */
export function modernResult(method: string, result: JsonObject): JsonObject {
  const isCacheable = /\/(list|read|discover)$/.test(method);
  return { resultType: "complete", ...(isCacheable && { ttlMs: 0, cacheScope: "private" }), ...result };
}

/** A result for a host up to 2025-11-25, and for the stages. */
export function legacyResult(result: JsonObject): JsonObject {
  if (!("resultType" in result)) return result;
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...rest } = result;
  return rest;
}

/** Marks a notification as one of a subscription (2026-07-28, `subscriptions/listen`). */
export function ofSubscription(params: JsonObject, id: string | number): JsonObject {
  return { ...params, _meta: { ...objectOf(params["_meta"]), [`${reserved}subscriptionId`]: id } };
}
