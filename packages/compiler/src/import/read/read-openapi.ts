import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { ForeignHints, ImportNote } from "./foreign-tool.ts";
import type { HttpRequest } from "./http-request.ts";
import { contentSchema, isJson, type Operation, operationArguments } from "./operation-arguments.ts";
import { operationFailures } from "./operation-failures.ts";
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

function toolOf(each: Operation, name: string): JsonObject {
  const { operation, method: httpMethod, path, document: openApi } = each;
  const { summary, description, tags } = operation;
  const [group] = Array.isArray(tags) ? tags : [];
  const { hints = {}, effect } = httpMethods[httpMethod] ?? {};
  const line = `${httpMethod.toUpperCase()} ${path}`;
  const output = operationOutput(each);
  const { inputSchema, ...carried } = operationArguments(each);
  const { declared, byStatus } = operationFailures(
    Object.keys(responsesOf(operation)),
    hints.readOnlyHint === true,
  );
  const isObjectResult = output !== undefined;
  const request: HttpRequest = { method: httpMethod, path, ...carried, failures: byStatus, isObjectResult };
  return {
    name,
    ...(typeof summary === "string" && summary.trim() !== "" && { title: summary }),
    description:
      [description, summary].find((text) => typeof text === "string" && text.trim() !== "") ?? line,
    inputSchema: inOneDirection(selfContainedSchema(inputSchema, openApi), "readOnly"),
    ...(output && { outputSchema: inOneDirection(selfContainedSchema(output, openApi), "writeOnly") }),
    annotations: { ...hints } as JsonObject,
    ...(effect !== undefined && { effects: [{ [effect]: `What \`${line}\` ${effect}.` }] }),
    request,
    ...(typeof group === "string" && { group }),
    ...(operation["deprecated"] === true && { isDeprecated: true }),
    failures: declared,
  };
}

function responsesOf({ responses }: JsonObject): JsonObject {
  return isObject(responses) ? responses : {};
}

/** The schema of the successful response, if every one is an object: a response without content has no such result. */
function operationOutput({ document: openApi, operation }: Operation): JsonObject | undefined {
  const successes = Object.entries(responsesOf(operation)).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const schemas = successes.map(([, written]) => {
    const response = partAt(openApi, written);
    const { schema, mediaType } = contentSchema(isObject(response) ? { ...response, schema: null } : {});
    return isJson(mediaType) ? objectSchema(openApi, schema) : undefined;
  });
  return schemas.includes(undefined) ? undefined : schemas[0];
}

/** The schema, if it allows objects only; one of parts that are all objects says so itself, as MCP wants it. */
function objectSchema(openApi: JsonObject, schema: JsonObject): JsonObject | undefined {
  const whole = partAt(openApi, schema);
  if (isObject(whole) && whole["type"] === "object") return schema;
  return isAllObjects(openApi, whole, new Set()) ? { ...whole, type: "object" } : undefined;
}

/** Whether `allOf` joins objects. A part without a type only adds to the others, so one that states it is enough. */
function isAllObjects(
  openApi: JsonObject,
  schema: Json | undefined,
  seen: ReadonlySet<Json>,
): schema is JsonObject {
  if (!isObject(schema) || seen.has(schema) || !Array.isArray(schema["allOf"])) return false;
  const inside = new Set([...seen, schema]);
  return (schema["allOf"] as readonly Json[]).some((each) => {
    const part = partAt(openApi, each);
    return (isObject(part) && part["type"] === "object") || isAllObjects(openApi, part, inside);
  });
}
