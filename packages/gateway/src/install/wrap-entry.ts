import { listOf, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { wordOf } from "../state/data-folder.ts";

const programFile = /proviso-gateway(\.js)?$|^@proviso\/gateway(@|$)/;

/** Whether an entry starts the gateway already. */
export function isWrapped(entry: Json | undefined): boolean {
  if (!isObject(entry)) return false;
  const words = [entry["command"], ...listOf(entry["args"])];
  return words.slice(0, 3).some((word) => typeof word === "string" && programFile.test(word));
}

/**
 * Puts the gateway in front of a server's entry, or says why it stays as it is. Every other setting of the entry stays. `program`: how
 * the gateway is started, with the words before those of the upstream.
 */
export function wrapEntry(
  name: string,
  entry: Json,
  program: { readonly command: string; readonly args: readonly string[] },
): { readonly entry?: JsonObject; readonly left?: string } {
  if (!isObject(entry)) return { left: "it is no object" };
  const { command, args, url, httpUrl, type, headers, ...rest } = entry;
  const options = [...program.args, "--name", wordOf(name.slice(0, 40))];
  if (typeof command === "string") {
    const words = [command, ...listOf(args)];
    if (!words.every((word) => typeof word === "string")) return { left: "its `args` are no list of texts" };
    const kind = type === undefined ? {} : { type };
    return { entry: { ...kind, command: program.command, args: [...options, "--", ...words], ...rest } };
  }
  const address = httpUrl ?? url;
  if (typeof address !== "string") return { left: "it has neither `command` nor `url`" };
  if (type === "sse")
    return { left: "it speaks SSE, which MCP has given up: use its Streamable HTTP address" };
  const env = { ...(isObject(rest["env"]) && rest["env"]), ...headersAsEnv(headers) };
  const kind = type === undefined ? {} : { type: "stdio" };
  const started = { ...kind, command: program.command, args: [...options, "--url", address] };
  return { entry: { ...started, ...rest, ...(Object.keys(env).length > 0 && { env }) } };
}

/**
 * The server's entry without the gateway, from what the entry says now. Undefined if it names no server. `addressKey` is what the
 * host calls an address.
 */
export function unwrapEntry(entry: Json, addressKey: string): JsonObject | undefined {
  if (!isObject(entry)) return undefined;
  const { command: _gateway, args, type, env, ...rest } = entry;
  const words = listOf(args);
  const [end, option] = [words.indexOf("--"), words.indexOf("--url")];
  const [command, ...own] = end < 0 ? [] : words.slice(end + 1);
  if (command !== undefined)
    return {
      ...(type !== undefined && { type }),
      command,
      args: own,
      ...(env !== undefined && { env }),
      ...rest,
    };
  const url = end >= 0 || option < 0 ? undefined : words[option + 1];
  if (url === undefined) return undefined;
  const { [headersVariable]: lines, ...others } = isObject(env) ? env : {};
  return {
    ...(type !== undefined && { type: "http" }),
    [addressKey]: url,
    ...(typeof lines === "string" && { headers: envAsHeaders(lines) }),
    ...(Object.keys(others).length > 0 && { env: others }),
    ...rest,
  };
}

const headersVariable = "PROVISO_UPSTREAM_HEADERS";

/** Headers hold credentials, and the arguments of a process can be read by every user of a machine. */
function headersAsEnv(headers: Json | undefined): JsonObject {
  if (!isObject(headers) || Object.keys(headers).length === 0) return {};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return { [headersVariable]: lines.join("\n") };
}

function envAsHeaders(lines: string): JsonObject {
  const pairs = lines.split("\n").map((line) => line.split(/: (.*)/s));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}
