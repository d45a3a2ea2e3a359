import type { Readable, Writable } from "node:stream";
import type { Principal } from "../../api/outcome.ts";
import type { Discovery } from "./discovery.ts";
import type { PageOptions } from "./tool-pages.ts";
import type { ToolsetOptions } from "./toolset.ts";

/** The server's description of itself, for clients to show. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly websiteUrl?: string;
}

export const defaultAskTimeoutMs: number = 10 * 60_000;

/** What the server sends a client, and how long questions stay open. The same for both SDKs. */
export interface McpOptions extends PageOptions, ToolsetOptions {
  /** Name and version of the product. */
  readonly serverInfo: ServerInfo;
  /** How to use the tools together; clients may pass it to their model. */
  readonly instructions?: string;
  /**
   * Makes the host's own `Server` or `McpServer` of the SDK that serves, a new one for each connection (and, since 2026-07-28, for
   * each HTTP request). Its resources, prompts, completions and logging are served beside the tools, with its own `serverInfo` and
   * `instructions`. It may have no tools: those need contracts.
   */
  readonly beside?: () => object;
  /**
   * Milliseconds that a question to a client of 2025 or earlier may stay open. Defaults to ten
   * minutes. The pipeline's own limit may be shorter; it is the only one for clients of 2026-07-28.
   */
  readonly askTimeoutMs?: number;
  /**
   * `search`: `tools/list` shows `firstTools` and three more, `search_tools`, `describe_tool` and `call_tool`, which lead to all others.
   * Every call passes the same stages, by whichever name it comes. Defaults to listing all tools.
   */
  readonly discovery?: "search";
  /** The tools that are listed beside the three, in the terms of `toolset`. Turns `discovery` on. Defaults to none. */
  readonly firstTools?: string;
  /** What `discovery` has opened. Hosts give that. */
  readonly discovered?: Discovery;
}

export interface ConnectOptions extends McpOptions {
  /** The caller of everything on this connection. */
  readonly principal: Principal | undefined;
}

export interface StdioOptions extends ConnectOptions {
  /** Default to those of the process. Nothing else may write to the output. */
  readonly input?: Readable;
  readonly output?: Writable;
  /** Bytes of results that may wait to be read; above, no calls are read. Defaults to 32 MiB. */
  readonly maxUnsentBytes?: number;
}

export interface McpConnection {
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}
