import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "../src/values.ts";
import { sampleOf } from "./sample.ts";

/** A request as the described API received it. */
export interface Received {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  /** What the description does not allow; empty for a correct request. */
  readonly problems: readonly string[];
}

export interface DescribedServer {
  readonly url: string;
  readonly received: Received[];
  /** What kept this server from answering: a fault of the test. */
  readonly faults: string[];
  /** Answers every further request with this status. */
  failWith(status: number): void;
  close(): Promise<void>;
}

type Document = Readonly<Record<string, Schema>>;

interface Route {
  readonly operation: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly described: Schema;
}

/** Serves what an OpenAPI document describes, on loopback: checks each request, and answers with a value that the document allows. */
export async function serveDescription(document: Document): Promise<DescribedServer> {
  const routes = routesOf(document);
  const validate = validatorOf(document);
  const received: Received[] = [];
  const faults: string[] = [];
  let failure: number | undefined;
  // On a busy machine a caller may take longer between two calls than a connection is kept by default.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void answer(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.writeHead(500).end();
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://loopback");
    const route = routes.find(
      ({ method, pattern }) => method === request.method && pattern.test(url.pathname),
    );
    if (!route) return void response.writeHead(404).end();
    const text = Buffer.concat(await request.toArray()).toString("utf8");
    const parts = (route.pattern.exec(url.pathname) ?? []).slice(1).map(decodeURIComponent);
    const path = Object.fromEntries(route.names.map((name, index) => [name, parts[index] ?? ""]));
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const { headers } = request;
    const seen = { operation: route.operation, path, query: url.searchParams, headers, body };
    received.push({ ...seen, problems: problemsOf(seen, route.described, validate) });
    if (failure !== undefined) return void response.writeHead(failure).end(JSON.stringify({ code: "no" }));
    const [status = "200", described] = successOf(route.described);
    const schema = jsonSchemaOf(described);
    if (!schema) return void response.writeHead(Number(status)).end();
    const sample = sampleOf(schema, { ...schema, components: document["components"] });
    const problem = validate(schema, sample);
    if (problem !== undefined) throw new Error(`${route.operation}: the answer does not fit: ${problem}`);
    response.writeHead(Number(status), { "content-type": "application/json" }).end(JSON.stringify(sample));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    faults,
    failWith: (status) => (failure = status),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options"];

function routesOf({ paths = {} }: Document): readonly Route[] {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = (item as Readonly<Record<string, Schema>>)[method];
      if (!described) return [];
      const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
      const pattern = path
        .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
        .replaceAll(/\{[^{}]+\}/g, "([^/]+)");
      const operation = String(described["operationId"]);
      return [
        { operation, method: method.toUpperCase(), pattern: new RegExp(`^${pattern}$`), names, described },
      ];
    }),
  );
  // A path without parameters wins over one with them.
  return found.toSorted((a, b) => a.names.length - b.names.length);
}

type Validate = (schema: Schema, value: unknown) => string | undefined;

/** Checks values against schemas that refer to the document's components. */
export function validatorOf(document: Document): Validate {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "document", ...(current(document) as Schema) });
  const known = new Map<string, ReturnType<Ajv2020["compile"]>>();
  return (schema, value) => {
    const key = JSON.stringify(current(schema)).replaceAll('"$ref":"#/', '"$ref":"document#/');
    const check = known.get(key) ?? ajv.compile(JSON.parse(key) as Schema);
    known.set(key, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

/** A part of the document in JSON Schema: OpenAPI 3.1 has no `nullable`, which this document uses all the same. */
function current(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || !("nullable" in value)) return value;
    const { nullable, type, enum: choices, ...rest } = value as Schema;
    if (typeof nullable !== "boolean") return value;
    const whole = {
      ...rest,
      ...(type !== undefined && { type }),
      ...(choices !== undefined && { enum: choices }),
    };
    return nullable ? { anyOf: [whole, { type: "null" }] } : whole;
  });
}

function problemsOf(
  { path, query, headers, body }: Omit<Received, "problems">,
  described: Schema,
  validate: Validate,
): readonly string[] {
  const parameters = (described["parameters"] ?? []) as readonly Schema[];
  const ofParameters = parameters.flatMap((parameter) => {
    const name = String(parameter["name"]);
    const place = parameter["in"];
    const found =
      place === "path" ? path[name] : place === "query" ? query.get(name) : headers[name.toLowerCase()];
    const isMissing = found === undefined || found === null || found === "";
    return parameter["required"] === true && isMissing ? [`${String(place)} ${name} is missing`] : [];
  });
  const request = described["requestBody"] as Schema | undefined;
  const schema = jsonSchemaOf(request);
  const isMissing = request?.["required"] === true && body === undefined;
  const problem = schema && body !== undefined ? validate(schema, body) : undefined;
  const isKnown = headers.authorization === "Bearer secret";
  return [
    ...ofParameters,
    ...(isMissing ? ["the body is missing"] : []),
    ...(problem === undefined ? [] : [`body: ${problem}`]),
    ...(isKnown ? [] : ["nobody is signed in"]),
  ];
}

function successOf({ responses }: Schema): readonly [string, Schema] | readonly [] {
  const found = Object.entries(responses as Readonly<Record<string, Schema>>).find(([status]) =>
    status.startsWith("2"),
  );
  return found ?? [];
}

function jsonSchemaOf(described: Schema | undefined): Schema | undefined {
  const content = described?.["content"] as Readonly<Record<string, Schema>> | undefined;
  return content?.["application/json"]?.["schema"] as Schema | undefined;
}
