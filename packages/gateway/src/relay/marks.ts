import { listOf, objectOf, escapeHidden, isObject, metaKeys, type JsonObject } from "@proviso/manifest";
import { identityOf, modernVersion, tasksExtension } from "../protocol/eras.ts";
import { type Message, type RequestMessage } from "../protocol/message.ts";
import { withoutOwnMeta } from "../tools/definitions.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { CallContext } from "./stages.ts";

type Asked = Pick<RequestMessage, "method" | "params">;

/**
 * A request of the upstream as the host gets it. A question to a person says that it is the server's, so that it cannot be taken
 * for one of the gateway's; characters that no reader sees are escaped.
 */
export function markedRequest({ method, params }: Asked, { serverInfo }: JsonObject): Asked & JsonObject {
  if (!params) return { method };
  const cleaned = withoutOwnMeta(params);
  if (method !== "elicitation/create") return { method, params: cleaned };
  const name = String(objectOf(serverInfo)["name"] ?? "behind the gateway");
  const said = typeof cleaned["message"] === "string" ? cleaned["message"] : "";
  const message = `The server ${escapeHidden(name)} asks (this is not an approval of the gateway): ${escapeHidden(said)}`;
  return { method, params: { ...cleaned, message } };
}

/** The response to `initialize` or `server/discover`: all that the upstreams said, with what the gateway adds. */
export function mergedFacts(response: Message, upstreams: readonly Upstream[]): Message {
  const { result } = response;
  if (!result) return response;
  const [only] = upstreams;
  const facts = only && upstreams.length === 1 ? withoutOwnMeta(only.facts) : joined(upstreams);
  const { protocolVersion, serverInfo, capabilities: stated, ...said } = facts;
  // Tasks of the upstream would begin calls around the stages: the gateway waits for them itself.
  const { tasks: _tasks, ...theirs } = objectOf(stated);
  const { [tasksExtension]: _extension, ...extensions } = objectOf(theirs["extensions"]);
  const { tools } = theirs;
  const capabilities = {
    ...theirs,
    ...(isObject(tools) && { tools: { ...tools, listChanged: true } }),
    extensions: { ...extensions, ...objectOf(objectOf(result["capabilities"])["extensions"]) },
  };
  const named =
    "supportedVersions" in result
      ? { _meta: { ...objectOf(result["_meta"]), ...objectOf(said["_meta"]), ...identityOf(serverInfo) } }
      : {
          ...(protocolVersion !== undefined && protocolVersion !== modernVersion && { protocolVersion }),
          ...(serverInfo !== undefined && { serverInfo }),
        };
  return { ...response, result: { ...result, ...said, ...named, capabilities } };
}

/** What several upstreams can do together, and their instructions one after the other. */
function joined(upstreams: readonly Upstream[]): JsonObject {
  const capabilities: Record<string, JsonObject> = {};
  for (const { facts } of upstreams)
    for (const [name, stated] of Object.entries(objectOf(facts["capabilities"])))
      capabilities[name] = { ...capabilities[name], ...objectOf(stated) };
  const instructions = upstreams.flatMap(({ name, facts }) =>
    typeof facts["instructions"] === "string" ? [`${name}: ${facts["instructions"]}`] : [],
  );
  return { capabilities, ...(instructions.length > 0 && { instructions: instructions.join("\n\n") }) };
}

/**
 * The response to a call as the host gets it: the upstream's own result or error, with the
 * gateway's notes in `_meta`. A refusal of the gateway's, a question or a plan stays as it is.
 */
export function unpackedResult(response: Message, { failed }: CallContext): Message {
  const { result } = response;
  if (!result) return response;
  const notes = objectOf(result["_meta"]);
  const { kind } = objectOf(notes[metaKeys.outcome]);
  if (kind === "completed") return { ...response, result: completedResult(result, notes) };
  const { code } = objectOf(notes[metaKeys.failure]);
  if (kind !== "failed" || code !== "tool_error" || !failed) return response;
  if ("error" in failed) {
    const { result: _refusal, ...rest } = response;
    return { ...rest, error: failed.error };
  }
  return { ...response, result: withNotes(failed.result, notes) };
}

/** The handler returned the whole result as one object, which the stages list as structured content after its text. */
function completedResult({ structuredContent, content }: JsonObject, notes: JsonObject): JsonObject {
  const whole = objectOf(structuredContent);
  const added = listOf(content).slice(1);
  const all = { ...whole, content: [...listOf(whole["content"]), ...added] };
  return withNotes(added.length > 0 ? all : whole, notes);
}

function withNotes(result: JsonObject, notes: JsonObject): JsonObject {
  const cleaned = withoutOwnMeta(result);
  return { ...cleaned, _meta: { ...objectOf(cleaned["_meta"]), ...notes } };
}
