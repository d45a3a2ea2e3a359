/** Which upstream a request is for, and the names that the host knows things of several upstreams by. */
import { objectOf, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { UpstreamError } from "../protocol/message.ts";
import { readList } from "../upstream/read-list.ts";
import { request, type Upstream } from "../upstream/upstream.ts";

export interface Route {
  readonly upstream: Upstream;
  /** The parameters with the upstream's own names. */
  readonly params: JsonObject;
}

/** Which names a parameter has, by method: those of prompts begin with a prefix, and addresses with a name and `+`. */
const keys: Readonly<Record<string, "uri" | "name">> = {
  "resources/read": "uri",
  "resources/subscribe": "uri",
  "resources/unsubscribe": "uri",
  "prompts/get": "name",
};

/** Throws an `UpstreamError` if it cannot be said which of several upstreams is meant. */
export function routeOf(upstreams: readonly Upstream[], method: string, params: JsonObject): Route {
  const [only] = upstreams;
  if (only && upstreams.length === 1) return { upstream: only, params };
  if (method === "completion/complete") {
    const ref = objectOf(params["ref"]);
    const key = ref["type"] === "ref/prompt" ? "name" : "uri";
    const { upstream, params: named } = routeBy(upstreams, key, ref);
    return { upstream, params: { ...params, ref: named } };
  }
  const key = Object.hasOwn(keys, method) ? keys[method] : undefined;
  if (key) return routeBy(upstreams, key, params);
  throw new UpstreamError({ code: -32601, message: `${method} does not say which of the servers is meant` });
}

function routeBy(upstreams: readonly Upstream[], key: "uri" | "name", params: JsonObject): Route {
  const name = String(params[key] ?? "");
  for (const upstream of upstreams) {
    const start = key === "name" ? upstream.prefix : `${upstream.name}+`;
    if (name.startsWith(start)) return { upstream, params: { ...params, [key]: name.slice(start.length) } };
  }
  throw new UpstreamError({ code: -32602, message: `no server has ${name}` });
}

/** Lists that those of all upstreams are put together to, with the capability that an upstream needs. */
const lists: Readonly<Record<string, readonly [key: string, capability: string]>> = {
  "resources/list": ["resources", "resources"],
  "resources/templates/list": ["resourceTemplates", "resources"],
  "prompts/list": ["prompts", "prompts"],
};

/**
 * Answers what concerns all of several upstreams: a list, whole, because not every host asks for a second page; or a level of
 * logging. Undefined if one of them is meant.
 */
export async function answerOfAll(
  upstreams: readonly Upstream[],
  method: string,
  params: JsonObject,
): Promise<JsonObject | undefined> {
  const isLogging = method === "logging/setLevel";
  const list = Object.hasOwn(lists, method) ? lists[method] : undefined;
  if (upstreams.length === 1 || !(list || isLogging)) return undefined;
  const [key, capability] = list ?? ["", "logging"];
  const having = upstreams.filter(({ facts }) => isObject(objectOf(facts["capabilities"])[capability]));
  const read = having.map(async (each) => {
    const ask = (page: JsonObject): Promise<JsonObject> => request(each, method, { ...params, ...page });
    return (
      renamed(isLogging ? await ask({}) : { [key]: (await readList(key, ask)).entries }, each)[key] ?? []
    );
  });
  const done = await Promise.allSettled(read);
  return isLogging ? {} : { [key]: done.flatMap((each) => (each.status === "fulfilled" ? each.value : [])) };
}

/** A result, or the parameters of a notification, with the names that the host knows. */
export function renamed(
  value: JsonObject,
  upstream: { readonly name: string; readonly prefix: string },
): JsonObject {
  const { name, prefix } = upstream;
  if (prefix === "") return value;
  const byUri = put("uri", `${name}+`);
  const block = (each: Json = null): Json => {
    if (!isObject(each)) return each;
    if (each["type"] === "resource_link") return byUri(each);
    return each["type"] === "resource" ? { ...each, resource: byUri(each["resource"] ?? null) } : each;
  };
  const renames: Readonly<Record<string, (each: Json) => Json>> = {
    resources: byUri,
    resourceTemplates: put("uriTemplate", `${name}+`),
    contents: byUri,
    content: block,
    prompts: put("name", prefix),
    messages: (each) => (isObject(each) ? { ...each, content: block(each["content"]) } : each),
  };
  const changed = Object.entries(renames).flatMap(([key, rename]) =>
    Array.isArray(value[key]) ? [[key, value[key].map(rename)] as const] : [],
  );
  return { ...(byUri(value) as JsonObject), ...Object.fromEntries(changed) };
}

function put(key: string, before: string): (each: Json) => Json {
  return (each) =>
    isObject(each) && typeof each[key] === "string" ? { ...each, [key]: `${before}${each[key]}` } : each;
}
