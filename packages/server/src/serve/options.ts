import type { OptionNames } from "../api/check-option-names.ts";
import type { Principal } from "../api/outcome.ts";
import type { Authenticate } from "../adapters/wire/check-sender.ts";
import type { ListenAddress } from "../adapters/wire/http-listener.ts";
import type { McpOptions, ServerInfo, StdioOptions } from "../adapters/wire/mcp-options.ts";
import type { ReceiveOptions } from "../adapters/wire/receive.ts";
import type { SessionOptions } from "../adapters/wire/session-endpoint.ts";
import type { Reviewer } from "../api/approvals.ts";
import type { SdkChoice } from "./either-sdk.ts";

interface Serving extends Omit<McpOptions, "serverInfo" | "discovered">, SdkChoice {
  /** Name and version of the product. Defaults to the product of the contracts, version 0.0.0. */
  readonly serverInfo?: ServerInfo;
  /** Milliseconds that running calls have to end when the server stops. Defaults to eight seconds. */
  readonly graceMs?: number;
  /**
   * Whether the process belongs to the server: SIGINT and SIGTERM stop it, and a rejected promise that a handler does not await
   * fails its call instead of ending the process. Defaults to true.
   */
  readonly signals?: boolean;
}

/** Streamable HTTP at `/mcp`, with `/healthz` and `/readyz` beside it. */
export interface HttpServing
  extends Serving, Omit<ReceiveOptions, "authenticate" | "discovered">, SessionOptions {
  /** The port, on 127.0.0.1 unless `host` names another address. 0 means a free port. */
  readonly http: number | ListenAddress;
  /**
   * Needed for a host that other machines can reach. Without it, every caller is `anonymous` and has no permissions.
   */
  readonly authenticate?: Authenticate;
  /** Serves the pages of the server's option `approvals`, at the path of their `url`. Defaults to false. */
  readonly inbox?: boolean;
  readonly stdio?: never;
}

/** Standard input and output: one client, which started this process. */
export interface StdioServing extends Serving, Pick<StdioOptions, "input" | "output" | "maxUnsentBytes"> {
  /** On whose behalf the client calls. */
  readonly stdio: Principal;
  readonly http?: never;
}

export type ServeOptions = HttpServing | StdioServing;

export const servingNames: OptionNames<Record<keyof HttpServing | keyof StdioServing, unknown>> = {
  http: true,
  stdio: true,
  authenticate: true,
  challenge: true,
  inbox: true,
  sdk: true,
  serverInfo: true,
  instructions: true,
  beside: true,
  askTimeoutMs: true,
  toolsPerPage: true,
  toolset: true,
  toolsets: true,
  discovery: true,
  firstTools: true,
  graceMs: true,
  signals: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxRequestBytes: true,
  maxUnsentBytes: true,
  unreadMs: true,
  permissionsAreScopes: true,
  idleMs: true,
  maxSessions: true,
  input: true,
  output: true,
};

/** A server that serves until it is closed, a signal arrives, or its client over stdio ends. */
export interface Served {
  /** Stops accepting calls, lets running ones end, and closes connections, audit and store. */
  close(): Promise<void>;
  /** Settles when everything is closed; rejects if the audit or the store could not be closed. */
  readonly closed: Promise<void>;
}

export interface ServedHttp extends Served {
  /** The URL of the MCP endpoint. */
  readonly url: string;
}

/** With the inbox. */
export interface ServedInbox extends ServedHttp {
  /** A link that signs somebody in to the inbox once, within ten minutes: for the terminal of an operator. */
  signInLink(reviewer: Reviewer): Promise<string>;
}
