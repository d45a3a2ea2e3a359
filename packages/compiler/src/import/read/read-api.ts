import { isObject, type JsonObject } from "@proviso/manifest";
import type { HttpApi } from "./http-request.ts";
import { partAt } from "./self-contained.ts";

/** Where the API of an OpenAPI document is, and how it knows its callers. */
export function readApi(openApi: JsonObject): HttpApi {
  const auth = authOf(openApi);
  return { baseUrl: baseUrlOf(openApi), ...(auth && { auth }) };
}

function baseUrlOf({ servers }: JsonObject): string {
  const [first] = Array.isArray(servers) ? servers : [];
  if (!isObject(first) || typeof first["url"] !== "string") return "";
  const variables = isObject(first["variables"]) ? first["variables"] : {};
  const url = first["url"].replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = variables[name];
    return isObject(variable) && typeof variable["default"] === "string" ? variable["default"] : whole;
  });
  return URL.canParse(url) ? url.replace(/\/+$/, "") : "";
}

function authOf(openApi: JsonObject): HttpApi["auth"] {
  const { components } = openApi;
  const schemes =
    isObject(components) && isObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
  for (const written of Object.values(schemes)) {
    const scheme = partAt(openApi, written);
    if (!isObject(scheme)) continue;
    const { type, scheme: name, in: place } = scheme;
    if (type === "http" && String(name).toLowerCase() === "bearer") return { kind: "bearer" };
    if (type === "http" && String(name).toLowerCase() === "basic") return { kind: "basic" };
    // A token from a log-in is sent as a bearer token (RFC 6750).
    if (type === "oauth2" || type === "openIdConnect") return { kind: "bearer" };
    if (type === "apiKey") return { kind: "apiKey", in: String(place), name: String(scheme["name"]) };
  }
  return undefined;
}
