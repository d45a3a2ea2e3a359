import type { Json } from "@proviso/manifest";
import { ownVersion } from "../disk/own-version.ts";
import { type ServerConnection, defaultLimits, type Limits, ServerError } from "./connection.ts";
import { connectHttp } from "./http.ts";
import { listTools } from "./list-tools.ts";
import { connectStdio } from "./stdio.ts";
import { UsageError } from "@proviso/terminal";

/** Starts a server to list its tools, and ends it afterwards. */
export async function askProcess(
  command: readonly string[],
  cwd: string,
  limits: Limits = defaultLimits,
): Promise<Json> {
  return askForTools(connectStdio(command, cwd, limits));
}

export async function askUrl(
  url: string,
  headers: readonly string[],
  limits: Limits = defaultLimits,
): Promise<Json> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`\`--http\` must be a URL such as https://example.com/mcp, not \`${url}\``);
  return askForTools(connectHttp(new URL(url), headers.map(readHeader), limits));
}

async function askForTools(connection: ServerConnection): Promise<Json> {
  try {
    return await listTools(connection, ownVersion);
  } catch (error) {
    if (error instanceof ServerError) throw new UsageError(error.message);
    throw error;
  }
}

function readHeader(written: string): readonly [name: string, value: string] {
  const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/.exec(written) ?? [];
  // The input may be a secret, so the message does not repeat it.
  if (name === undefined || value === undefined)
    throw new UsageError("`--header` must be a name and a value, such as 'Authorization: Bearer …'");
  return [name, value];
}
