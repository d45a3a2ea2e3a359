import type { Json, JsonObject, Progress } from "@proviso/manifest";

/** A tool as a server lists it. Everything in it is the server's claim. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly icons?: readonly Json[];
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** The proposed `execution` member (SEP-2487), if the server sends it. */
  readonly execution?: JsonObject;
  readonly meta: JsonObject;
  /** Differences from a contract that only the client holds, by `overlay`, never from the wire. */
  readonly differences?: readonly Difference[];
}

/** A difference. `loosened`: the tool is, or may be, less strict than known; `tightened`: stricter. */
export interface Difference {
  /** What differs, such as `riskLevel`, `hints.readOnlyHint` or `description`. */
  readonly what: string;
  readonly verdict: "loosened" | "tightened" | "changed";
}

export interface WireCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly meta: JsonObject;
}

export interface WireCallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the response; progress restarts them. */
  readonly timeoutMs: number;
  /** Milliseconds for the whole call, whatever progress it makes. Defaults to `timeoutMs`. */
  readonly totalMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** A link of a server, unchecked. */
export interface WireLink {
  readonly url: unknown;
  readonly message: string;
}

/** A server's response over the connection. Without one, the promise rejects. */
export type WireResult =
  | {
      readonly kind: "completed";
      /** The structured content, or `{ content }` without one. */
      readonly output: JsonObject;
      /** The content blocks as received. Absent if there are none. */
      readonly content?: readonly Json[];
      readonly meta: JsonObject;
    }
  | { readonly kind: "failed"; readonly text: string; readonly meta: JsonObject }
  /** The server wants pages opened first (JSON-RPC -32042). */
  | { readonly kind: "links_required"; readonly links: readonly WireLink[] }
  | { readonly kind: "unknown_tool"; readonly message: string }
  /** The server refused the arguments before it ran anything. */
  | { readonly kind: "invalid_input"; readonly message: string };

/** A server's question to the person at the client. */
export interface Elicitation {
  readonly message: string;
  readonly schema: JsonObject;
  readonly meta: JsonObject;
  /** Present if it wants a page opened instead of a form filled in. Unchecked. */
  readonly url?: unknown;
}

export type ElicitationAnswer =
  /** `content` is absent for a page that was opened. */
  { readonly action: "accept"; readonly content?: JsonObject } | { readonly action: "decline" | "cancel" };

export type ElicitationHandler = (question: Elicitation) => Promise<ElicitationAnswer>;

/** What the guard needs of an MCP client. Both SDKs have adapters. */
export interface McpConnection {
  /** True if the server does not know the contracts that the client uses: see `overlay`. */
  readonly isOverlaid?: true;
  listTools(): Promise<readonly WireTool[]>;
  callTool(call: WireCall, options: WireCallOptions): Promise<WireResult>;
  /**
   * Asks by `resolveMethod` what would happen to the call, without making it. Undefined if the
   * server does not support it. A connection may leave this out.
   */
  resolve?(call: WireCall, options: WireCallOptions): Promise<WireResult | undefined>;
  /** Sets the only handler; throws if there is one. Without a handler, questions are declined. */
  onElicitation(handler: ElicitationHandler): void;
  /** Called when the server reports that its tools changed. Not every server reports it. */
  onToolsChanged(changed: () => void): void;
  close(): Promise<void>;
}
