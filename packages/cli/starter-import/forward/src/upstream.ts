import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The original server: a command that starts it in `folder`, which is relative to this project, or its address. */
export type UpstreamAddress =
  | { readonly command: readonly string[]; readonly folder?: string }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** One tool of the original server. */
export interface UpstreamTool {
  /** Its name there. */
  readonly name: string;
  /** Whether the result is an object. Otherwise it is content. */
  readonly isObjectResult: boolean;
}

export interface UpstreamCall {
  /** Aborted at the time-out of the contract. */
  readonly signal: AbortSignal;
  readonly failure: (message: string) => unknown;
}

export interface Upstream {
  /** Calls the tool there. Throws what `failure` makes of the error that the original server reports. */
  call(tool: UpstreamTool, input: object, call: UpstreamCall): Promise<object>;
  close(): Promise<void>;
}

/** The original server. It is asked with the first call, and again after a connection was lost. */
export function createUpstream(address: UpstreamAddress): Upstream {
  let connected: Promise<Client> | undefined;
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: "starter", version: "1.0.0" });
    await client.connect(transportOf(address));
    return client;
  };
  /** The connection; a new one if it failed or was closed. */
  const reachable = async (): Promise<Client> => {
    const known = await connected?.catch(() => undefined);
    if (known?.transport) return known;
    connected = connect();
    return connected;
  };
  return {
    async call({ name, isObjectResult }, input, { signal, failure }) {
      const client = await reachable();
      const answer = await client.callTool({ name, arguments: { ...input } }, { signal });
      if (answer.isError === true) throw failure(textOf(answer.content));
      if (!isObjectResult) return { content: answer.content };
      if (answer.structuredContent === undefined) throw new Error(`${name} returned no object`);
      return answer.structuredContent as object;
    },
    async close() {
      await (await connected)?.close();
    },
  };
}

function transportOf(address: UpstreamAddress) {
  if ("url" in address) {
    const { url, headers = {} } = address;
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  }
  const [command = "", ...args] = address.command;
  return new StdioClientTransport({
    command,
    args,
    cwd: resolve(import.meta.dirname, "..", address.folder ?? ""),
  });
}

function textOf(content: readonly object[]): string {
  return content.flatMap((block) => ("text" in block ? [String(block.text)] : [])).join("\n");
}
