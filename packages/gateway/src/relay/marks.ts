import { escapeHidden, isObject, metaKeys, type JsonObject } from "@proviso/manifest";
import { withoutOwnMeta } from "../tools/definitions.ts";
import type { CallContext } from "./call-context.ts";
import type { Message, RequestMessage, ResponseMessage } from "../protocol/message.ts";

/**
 * A request of the upstream as the host gets it. A question to a person says that it is the server's, so that it cannot be taken
 * for one of the gateway's; characters that no reader sees are escaped.
 */
export function markedRequest(request: RequestMessage, upstreamName: string): RequestMessage {
  const { method, params } = request;
  if (!params) return request;
  const cleaned = withoutOwnMeta(params);
  if (method !== "elicitation/create") return { ...request, params: cleaned };
  const said = typeof cleaned["message"] === "string" ? cleaned["message"] : "";
  const message = `The server ${escapeHidden(upstreamName)} asks (this is not an approval of the gateway): ${escapeHidden(said)}`;
  return { ...request, params: { ...cleaned, message } };
}

/** The response to `initialize`: all that the upstream said, with what the gateway adds. */
export function mergedInitialize(response: ResponseMessage, upstream: JsonObject): ResponseMessage {
  const own = capabilitiesOf(response.result);
  // Tasks of the upstream would begin calls around the stages.
  const { tasks: _tasks, ...theirs } = capabilitiesOf(upstream);
  const { tools } = theirs;
  const extensions = { ...asObject(theirs["extensions"]), ...asObject(own["extensions"]) };
  const capabilities = {
    ...theirs,
    ...(isObject(tools) && { tools: { ...tools, listChanged: true } }),
    extensions,
  };
  return { ...response, result: { ...withoutOwnMeta(upstream), capabilities } };
}

/**
 * The response to a call as the host gets it: the upstream's own result or error, with the
 * gateway's notes in `_meta`. A refusal of the gateway's, a question or a plan stays as it is.
 */
export function unpackedResult(response: ResponseMessage, { failed }: CallContext): ResponseMessage {
  const { result } = response;
  if (!result) return response;
  const notes = asObject(result["_meta"]);
  const { kind } = asObject(notes[metaKeys.outcome]);
  if (kind === "completed") return { ...response, result: completedResult(result, notes) };
  const { code } = asObject(notes[metaKeys.failure]);
  if (kind !== "failed" || code !== "tool_error" || !failed) return response;
  if ("error" in failed) return { jsonrpc: "2.0", id: response.id, error: failed.error };
  return { ...response, result: withNotes(failed.result, notes) };
}

/** The handler returned the whole result as one object, which the stages list as structured content after its text. */
function completedResult({ structuredContent, content }: JsonObject, notes: JsonObject): JsonObject {
  const whole = asObject(structuredContent);
  const added = Array.isArray(content) ? content.slice(1) : [];
  const own = Array.isArray(whole["content"]) ? whole["content"] : [];
  return withNotes(added.length > 0 ? { ...whole, content: [...own, ...added] } : whole, notes);
}

function withNotes(result: JsonObject, notes: JsonObject): JsonObject {
  const cleaned = withoutOwnMeta(result);
  return { ...cleaned, _meta: { ...asObject(cleaned["_meta"]), ...notes } };
}

/** Any other message of the upstream's: its `_meta` cannot speak for the gateway. */
export function cleanedResponse<Any extends Message>(message: Any): Any {
  return message.result ? { ...message, result: withoutOwnMeta(message.result) } : message;
}

function capabilitiesOf(result: JsonObject | undefined): JsonObject {
  return asObject(result?.["capabilities"]);
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
