import { type InputSchema, readBody, resultOf } from "./http-result.ts";

/** Where a request carries an argument. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly argument: string;
  /** As OpenAPI writes a list or an object: `form` in a query and a cookie, `simple` elsewhere, unless stated. */
  readonly style?: string;
  readonly explode?: boolean;
}

/** One operation of the API. */
export interface Operation {
  readonly method: string;
  /** With `{name}` for each parameter in it. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly argument: string; readonly mediaType: string };
  readonly idempotencyHeader?: string;
  /** The declared failure of each status: `404`, `4XX` or `DEFAULT`. */
  readonly failures: Readonly<Record<string, string>>;
  /** Whether the result is the object in the answer. Otherwise it is content. */
  readonly isObjectResult: boolean;
}

/** How the API knows its callers. */
export type Auth =
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "apiKey"; readonly in: string; readonly name: string };

/** What the API needs of a call: a handler's context. */
export interface SentCall {
  /** One constructor for each failure that the contract declares. */
  readonly fail: object;
  /** Aborted at the time-out of the contract. */
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly idempotencyKey?: string;
}

export interface HttpApi {
  /** Sends the request. Throws the declared failure of the status that the API answers. `schema` is that of the input. */
  send(operation: Operation, input: object, call: SentCall, schema?: InputSchema): Promise<object>;
}

export interface HttpApiOptions {
  readonly baseUrl: string;
  readonly auth?: Auth;
  /** The token, the key, or `user:password` of basic authentication. */
  readonly credential?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The API at an address. */
export function createHttpApi({ baseUrl, auth, credential }: HttpApiOptions): HttpApi {
  return {
    async send(operation, input, call, schema = {}) {
      const values = input as Values;
      const url = urlOf(baseUrl, operation, values);
      const headers = headersOf(operation, values, call);
      if (auth && credential !== undefined) authenticate(auth, credential, url, headers);
      const content = contentOf(operation, values, headers);
      const answer = await fetch(url, {
        method: operation.method.toUpperCase(),
        headers,
        signal: call.signal,
        // A redirect could carry the credential to another server.
        redirect: "error",
        ...(content !== undefined && { body: content }),
      });
      const body = await readBody(answer);
      if (!answer.ok) throw failureOf(answer, body.toString("utf8"), operation, call);
      return resultOf(answer, body, operation, schema);
    },
  };
}

function urlOf(baseUrl: string, { path, parameters }: Operation, values: Values): URL {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    const text = listOf(parameter ? values[parameter.argument] : undefined)
      .map(encoded)
      .join(",");
    // An empty part and dots would lead to another path.
    if (text === "" || text === "." || text === "..") throw new Error(`\`${name}\` is no part of a path`);
    return text;
  });
  const url = new URL(baseUrl + filled);
  for (const parameter of parameters)
    if (parameter.in === "query")
      for (const [name, text] of queryPairs(parameter, values[parameter.argument]))
        url.searchParams.append(name, text);
  return url;
}

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

function queryPairs({ name, style = "form", explode = style === "form" }: Parameter, value: unknown) {
  if (value === undefined) return [];
  if (style === "deepObject" && isMap(value))
    return Object.entries(value).map(([key, each]) => [`${name}[${key}]`, textOf(each)] as const);
  if (explode && Array.isArray(value)) return value.map((each) => [name, textOf(each)] as const);
  if (explode && isMap(value))
    return Object.entries(value).map(([key, each]) => [key, textOf(each)] as const);
  const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  return [[name, listOf(value).map(textOf).join(separator)] as const];
}

function headersOf({ parameters, idempotencyHeader }: Operation, values: Values, call: SentCall): Headers {
  const headers = new Headers({ accept: "application/json, */*;q=0.5" });
  const cookies: string[] = [];
  for (const { name, in: place, argument } of parameters) {
    const value = values[argument];
    if (value === undefined) continue;
    const text = listOf(value).map(textOf).join(",");
    if (place === "header") headers.set(name, text);
    if (place === "cookie") cookies.push(`${name}=${encodeURIComponent(text)}`);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  // Every attempt of one call has the same key.
  if (idempotencyHeader !== undefined) headers.set(idempotencyHeader, call.idempotencyKey ?? call.callId);
  return headers;
}

function authenticate(auth: Auth, credential: string, url: URL, headers: Headers): void {
  if (auth.kind === "bearer") headers.set("authorization", `Bearer ${credential}`);
  else if (auth.kind === "basic")
    headers.set("authorization", `Basic ${Buffer.from(credential, "utf8").toString("base64")}`);
  else if (auth.in === "query") url.searchParams.set(auth.name, credential);
  else if (auth.in === "cookie") headers.append("cookie", `${auth.name}=${credential}`);
  else headers.set(auth.name, credential);
}

/** The content of the request. Sets its type, which `fetch` knows better for a form. */
function contentOf({ body }: Operation, values: Values, headers: Headers) {
  const value = body && values[body.argument];
  if (!body || value === undefined) return undefined;
  if (body.mediaType.startsWith("multipart/form-data")) return formOf(value, new FormData());
  if (body.mediaType.startsWith("application/x-www-form-urlencoded"))
    return formOf(value, new URLSearchParams());
  headers.set("content-type", body.mediaType.includes("*") ? "application/json" : body.mediaType);
  const isText = typeof value === "string" && !/\bjson\b/.test(body.mediaType);
  return isText ? value : JSON.stringify(value);
}

function formOf<Form extends FormData | URLSearchParams>(value: unknown, form: Form): Form {
  for (const [name, each] of Object.entries(isMap(value) ? value : {}))
    for (const item of listOf(each)) form.append(name, textOf(item));
  return form;
}

/** The declared failure of a status, or an error if the contract declares none. */
function failureOf(answer: Response, text: string, { failures }: Operation, { fail }: SentCall): unknown {
  const { status } = answer;
  const name = failures[status] ?? failures[`${String(status).slice(0, 1)}XX`] ?? failures["DEFAULT"];
  const make = name === undefined ? undefined : (fail as Values)[name];
  const wait = answer.headers.get("retry-after");
  const details = {
    status,
    ...(wait !== null && { retryAfter: wait }),
    answer: text.slice(0, longestAnswer),
  };
  if (typeof make === "function") return make(`The API answered ${status}.`, details);
  return new Error(`the API answered ${status}`);
}

/** Characters of the API's answer that a failure repeats. */
const longestAnswer = 1000;

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (isMap(value)) return Object.entries(value).flat();
  return Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isMap(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
