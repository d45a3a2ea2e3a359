import { StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { EnforcingServer, Principal } from "../../../server/src/api/outcome.ts";
import * as mcp from "../../../server/test/adapters/mcp.ts";
import * as mcp2 from "../../../server/test/adapters/mcp2.ts";
import { anna } from "../../../server/test/sample.ts";
import { client1, client2, type TestClient } from "../../../server/test/ways/clients.ts";
import { serverInfo } from "../../../server/test/ways/server-info.ts";

/** An adapter, with the client that it is called by. */
export interface HttpWay {
  readonly name: string;
  readonly serve: typeof mcp.serveHttp;
  connect(url: string, token: string): Promise<TestClient>;
}

const sending = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

export const ways: readonly HttpWay[] = [
  {
    name: "1.x",
    serve: mcp.serveHttp,
    connect: (url, token) => client1(new Transport1(new URL(url), sending(token)) as never),
  },
  {
    name: "2.x",
    serve: mcp2.serveHttp,
    connect: (url, token) => client2(new Transport2(new URL(url), sending(token)), "pinned"),
  },
];

/** Serves every caller under the name in their token. */
export function serveAll(
  way: HttpWay,
  server: EnforcingServer,
  options: Partial<mcp.HttpOptions> = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  return way.serve(server, {
    port: 0,
    serverInfo,
    authenticate: async ({ headers }): Promise<Principal | undefined> => {
      const [, id] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
      return id === undefined ? undefined : { ...anna, id };
    },
    ...options,
  });
}

/** The outcome in a response: its kind, and the code of its failure. */
export function wordsOf(result: Record<string, unknown>): string {
  const meta = (result["_meta"] ?? {}) as {
    readonly "dev.proviso/outcome"?: { readonly kind: string; readonly replayed?: boolean };
    readonly "dev.proviso/failure"?: { readonly code: string };
  };
  const { kind = "no kind", replayed = false } = meta["dev.proviso/outcome"] ?? {};
  const failure = meta["dev.proviso/failure"];
  return [replayed ? "replayed" : kind, ...(failure ? [failure.code] : [])].join(" ");
}
