import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { recordOf } from "../../syntax/record.ts";
import type { HttpParameter, HttpRequest } from "./http-request.ts";
import { partAt } from "./self-contained.ts";

export interface Operation {
  readonly document: JsonObject;
  readonly item: JsonObject;
  readonly operation: JsonObject;
  readonly method: string;
  readonly path: string;
}

/** The arguments of a tool, and where its HTTP request carries each. */
export interface OperationArguments extends Pick<HttpRequest, "parameters" | "body" | "idempotencyHeader"> {
  readonly inputSchema: JsonObject;
}

const idempotencyName = /^(?:x-)?idempotency[-_]?(?:key|token)$|^x-request-id$/i;

export function operationArguments({ document: openApi, item, operation }: Operation): OperationArguments {
  const properties = new Map<string, Json>();
  const required: string[] = [];
  const add = (name: string, place: string, schema: JsonObject, isRequired: boolean): string => {
    const free = properties.has(name) ? `${name}_${place}` : name;
    properties.set(free, schema);
    if (isRequired) required.push(free);
    return free;
  };
  const all = parametersOf([item["parameters"], operation["parameters"]], openApi);
  const key = all.find(({ in: place, name }) => place === "header" && idempotencyName.test(String(name)));
  const parameters = all.flatMap((parameter): readonly HttpParameter[] => {
    const { name, in: place, style, explode } = parameter;
    if (parameter === key || isIgnored(parameter) || !isPlace(place)) return [];
    // A path without one of its parameters is another path.
    const isRequired = parameter["required"] === true || place === "path";
    const schema = describedSchema(contentSchema(parameter).schema, parameter);
    const argument = add(String(name), place, schema, isRequired);
    return [
      {
        name: String(name),
        in: place,
        argument,
        ...(typeof style === "string" && { style }),
        ...(typeof explode === "boolean" && { explode }),
      },
    ];
  });
  const body = partAt(openApi, operation["requestBody"]);
  const content = isObject(body) ? contentSchema(body) : undefined;
  const argument =
    isObject(body) && content
      ? add("body", "request", describedSchema(content.schema, body), body["required"] === true)
      : "";
  const inputSchema = {
    type: "object",
    properties: recordOf(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    inputSchema,
    parameters,
    ...(content && { body: { argument, mediaType: content.mediaType } }),
    ...(key && { idempotencyHeader: String(key["name"]) }),
  };
}

/** The parameters of a path and of an operation, which replace them. */
function parametersOf(lists: readonly (Json | undefined)[], openApi: JsonObject): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const written of lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []))) {
    const parameter = partAt(openApi, written);
    if (isObject(parameter)) found.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
  }
  return [...found.values()];
}

/** OpenAPI ignores these as parameters. */
function isIgnored({ in: place, name }: JsonObject): boolean {
  return place === "header" && /^(accept|content-type|authorization)$/i.test(String(name));
}

function isPlace(place: Json | undefined): place is HttpParameter["in"] {
  return place === "path" || place === "query" || place === "header" || place === "cookie";
}

/** The schema of a parameter or of its content, and the content's media type; JSON is preferred. */
export function contentSchema({ schema, content: mediaTypes }: JsonObject): {
  readonly schema: JsonObject;
  readonly mediaType: string;
} {
  if (isObject(schema)) return { schema, mediaType: "application/json" };
  const types = isObject(mediaTypes) ? Object.keys(mediaTypes) : [];
  const mediaType = types.find(isJson) ?? types[0] ?? "application/json";
  const found = isObject(mediaTypes) ? mediaTypes[mediaType] : undefined;
  return { mediaType, schema: isObject(found) && isObject(found["schema"]) ? found["schema"] : {} };
}

export function isJson(mediaType: string): boolean {
  return /^application\/(.+\+)?json\b/.test(mediaType);
}

function describedSchema(schema: JsonObject, { description }: JsonObject): JsonObject {
  return typeof description === "string" && description !== "" ? { ...schema, description } : schema;
}
