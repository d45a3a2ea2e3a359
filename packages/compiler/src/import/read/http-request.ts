import type { JsonObject } from "@proviso/manifest";

/** An operation of OpenAPI as an HTTP request. A type alias, because it is stored as JSON. */
export type HttpRequest = {
  /** In lower case. */
  readonly method: string;
  /** With `{name}` for each parameter in it. */
  readonly path: string;
  readonly parameters: readonly HttpParameter[];
  readonly body?: {
    /** The argument that holds the content of the request. */
    readonly argument: string;
    readonly mediaType: string;
  };
  /** The header that makes a repeated request the same one, if the API has one. */
  readonly idempotencyHeader?: string;
  /** Declared failures by status: `404`, a range such as `4XX`, or `default`. */
  readonly failures: Readonly<Record<string, string>>;
  /** Whether the result is the object in the answer. Otherwise it is content. */
  readonly isObjectResult: boolean;
};

export type HttpParameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The tool's argument with the value. */
  readonly argument: string;
  /** Set if it differs from OpenAPI's default: `form` in a query or cookie, else `simple`. */
  readonly style?: string;
  readonly explode?: boolean;
};

/** Where an API is, and how it knows its callers. */
export type HttpApi = {
  /** Absolute, or empty if the document does not say. */
  readonly baseUrl: string;
  /** The first way to authenticate that the document names and that needs no browser. */
  readonly auth?:
    | { readonly kind: "bearer" }
    | { readonly kind: "basic" }
    | { readonly kind: "apiKey"; readonly in: string; readonly name: string };
};

/** A way in which a call of an imported tool fails, in the form of a contract. */
export type ForeignFailure = {
  readonly code: string;
  readonly description: string;
  readonly retry?: string;
};

export function isHttpRequest(request: JsonObject): boolean {
  return typeof request["method"] === "string" && typeof request["path"] === "string";
}
