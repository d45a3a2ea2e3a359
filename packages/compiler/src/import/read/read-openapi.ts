import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { recordOf } from "../../syntax/record.ts";
import type { ForeignHints, ImportNote } from "./foreign-tool.ts";
import { inOneDirection } from "./one-direction.ts";
import { partAt, selfContainedSchema } from "./self-contained.ts";

/** The operations of an OpenAPI document, as tools. */
export interface OpenApiList {
  readonly tools: readonly JsonObject[];
  readonly notes: readonly ImportNote[];
}

/** The side effects that HTTP methods imply (RFC 9110, 9.2). */
const httpMethods: Readonly<Record<string, { readonly hints: ForeignHints; readonly effect?: string }>> = {
  get: { hints: { readOnlyHint: true } },
  head: { hints: { readOnlyHint: true } },
  options: { hints: { readOnlyHint: true } },
  trace: { hints: { readOnlyHint: true } },
  post: { hints: {} },
  patch: { hints: {}, effect: "updates" },
  put: { hints: { idempotentHint: true }, effect: "updates" },
  delete: { hints: { destructiveHint: true, idempotentHint: true }, effect: "deletes" },
};

/** Whether a document is OpenAPI 3. */
export function isOpenApi(openApi: Json): openApi is JsonObject {
  return isObject(openApi) && String(openApi["openapi"]).startsWith("3.");
}

/** Makes a tool of each operation. Its arguments are the parameters and, as `body`, the content of the request. */
export function readOpenApi(openApi: JsonObject): OpenApiList {
  const notes: ImportNote[] = [];
  const taken = new Set<string>();
  const paths = isObject(openApi["paths"]) ? openApi["paths"] : {};
  const tools = Object.entries(paths).flatMap(([path, written]) => {
    const pathItem = partAt(openApi, written);
    if (!isObject(pathItem)) return [];
    return Object.keys(httpMethods).flatMap((httpMethod) => {
      const operation = partAt(openApi, pathItem[httpMethod]);
      if (!isObject(operation)) return [];
      const name = operationName(operation, httpMethod, path, taken);
      if (typeof operation["operationId"] === "string" && operation["operationId"] !== name)
        notes.push({ tool: name, text: `it is called \`${operation["operationId"]}\` in the document` });
      return [toolOf({ document: openApi, item: pathItem, operation, method: httpMethod, path }, name)];
    });
  });
  return { tools, notes };
}

/** The `operationId`, or the method and the path, with characters that MCP allows; unique. */
function operationName(operation: JsonObject, httpMethod: string, path: string, taken: Set<string>): string {
  const { operationId } = operation;
  const wanted = typeof operationId === "string" && operationId !== "" ? operationId : httpMethod + path;
  const base =
    wanted
      .replaceAll(/[^A-Za-z0-9_.-]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, 120) || httpMethod;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}

interface Operation {
  readonly document: JsonObject;
  readonly item: JsonObject;
  readonly operation: JsonObject;
  readonly method: string;
  readonly path: string;
}

function toolOf(each: Operation, name: string): JsonObject {
  const { operation, method: httpMethod, path, document: openApi } = each;
  const { summary, description } = operation;
  const { hints = {}, effect } = httpMethods[httpMethod] ?? {};
  const request = `${httpMethod.toUpperCase()} ${path}`;
  const output = operationOutput(each);
  return {
    name,
    ...(typeof summary === "string" && summary.trim() !== "" && { title: summary }),
    description:
      [description, summary].find((text) => typeof text === "string" && text.trim() !== "") ?? request,
    inputSchema: inOneDirection(selfContainedSchema(operationInput(each), openApi), "readOnly"),
    ...(output && { outputSchema: inOneDirection(selfContainedSchema(output, openApi), "writeOnly") }),
    annotations: { ...hints } as JsonObject,
    ...(effect !== undefined && { effects: [{ [effect]: `What \`${request}\` ${effect}.` }] }),
  };
}

function operationInput({ document: openApi, item: pathItem, operation }: Operation): JsonObject {
  const parameters = new Map<string, JsonObject>();
  for (const written of [pathItem["parameters"], operation["parameters"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )) {
    const parameter = partAt(openApi, written as Json);
    if (isObject(parameter))
      parameters.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
  }
  const properties = new Map<string, Json>();
  const required: string[] = [];
  const add = (name: string, place: string, schema: JsonObject, isRequired: boolean): void => {
    const free = properties.has(name) ? `${name}_${place}` : name;
    properties.set(free, schema);
    if (isRequired) required.push(free);
  };
  for (const parameter of parameters.values()) {
    const name = String(parameter["name"]);
    const place = String(parameter["in"]);
    // OpenAPI ignores these as parameters.
    if (place === "header" && /^(accept|content-type|authorization)$/i.test(name)) continue;
    add(name, place, describedSchema(parameterSchema(parameter), parameter), parameter["required"] === true);
  }
  const body = partAt(openApi, operation["requestBody"]);
  if (isObject(body))
    add("body", "request", describedSchema(parameterSchema(body), body), body["required"] === true);
  return {
    type: "object",
    properties: recordOf(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The schema of a parameter or of its content; JSON is preferred. */
function parameterSchema({ schema, content: mediaTypes }: JsonObject): JsonObject {
  if (isObject(schema)) return schema;
  const found = jsonContent(mediaTypes) ?? (isObject(mediaTypes) ? Object.values(mediaTypes)[0] : undefined);
  return isObject(found) && isObject(found["schema"]) ? found["schema"] : {};
}

function jsonContent(mediaTypes: Json | undefined): JsonObject | undefined {
  if (!isObject(mediaTypes)) return undefined;
  const type = Object.keys(mediaTypes).find((each) => /^application\/(.+\+)?json\b/.test(each));
  const media = type === undefined ? undefined : mediaTypes[type];
  return isObject(media) ? media : undefined;
}

function describedSchema(schema: JsonObject, { description }: JsonObject): JsonObject {
  return typeof description === "string" && description !== "" ? { ...schema, description } : schema;
}

/** The schema of the successful response, if it is an object. */
function operationOutput({ document: openApi, operation }: Operation): JsonObject | undefined {
  const responses = isObject(operation["responses"]) ? operation["responses"] : {};
  const status = Object.keys(responses).find((each) => /^2(\d\d|XX)$/i.test(each));
  const response = status === undefined ? undefined : partAt(openApi, responses[status]);
  const schema = isObject(response) ? jsonContent(response["content"])?.["schema"] : undefined;
  if (!isObject(schema)) return undefined;
  const whole = partAt(openApi, schema);
  return isObject(whole) && whole["type"] === "object" ? schema : undefined;
}
