import { openProcess } from "./process.ts";
import { urlTransport, type Transport } from "../protocol/sdk.ts";

/** Where the upstream server is: a command to start, or an address. */
export type UpstreamSource =
  | {
      readonly command: string;
      readonly args: readonly string[];
      /** Variables beside those of this process. */
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** A new connection, not started yet: a process of its own, or a session of its own. */
export async function openTransport(source: UpstreamSource): Promise<Transport> {
  return "url" in source ? urlTransport(source.url, source.headers) : openProcess(source);
}

/** The upstream in one line, without credentials. */
export function describeSource(source: UpstreamSource): string {
  if (!("url" in source)) return [source.command, ...source.args].join(" ");
  const { origin, pathname } = source.url;
  return `${origin}${pathname}`;
}
