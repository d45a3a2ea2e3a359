import type { Json, JsonObject } from "@proviso/manifest";

/** A tool as a server lists it. Everything in it is the server's claim. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** The proposed `execution` member (SEP-2487), where a server sends it. */
  readonly execution?: JsonObject;
  readonly meta: JsonObject;
  /** How it differs from a contract that only the client holds. Never from the wire: `overlay` says it. */
  readonly differences?: readonly Difference[];
}

/** What differs, such as `inputSchema`, and what that means for safety: less is asked for than is known, more, or neither. */
export interface Difference {
  readonly what: string;
  readonly verdict: "loosened" | "tightened" | "changed";
}

export interface WireCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly meta: JsonObject;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface WireCallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer; progress starts them anew. */
  readonly timeoutMs: number;
  /** Milliseconds that the call may take in all, whatever progress it makes. Defaults to `timeoutMs`. */
  readonly totalMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** What came back. A call without an answer is a rejected promise instead. */
export type WireResult =
  | {
      readonly kind: "completed";
      /** The structured content; without one, `{ content }`. */
      readonly output: JsonObject;
      /** The content blocks as they came. Absent: there are none. */
      readonly content?: readonly Json[];
      readonly meta: JsonObject;
    }
  | { readonly kind: "failed"; readonly text: string; readonly meta: JsonObject }
  | { readonly kind: "unknown_tool"; readonly message: string }
  /** The server refused the arguments before it ran anything. */
  | { readonly kind: "invalid_input"; readonly message: string };

/** A question of the server to the person at the client. */
export interface Elicitation {
  readonly message: string;
  readonly schema: JsonObject;
  readonly meta: JsonObject;
}

export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content: JsonObject }
  | { readonly action: "decline" | "cancel" };

export type ElicitationHandler = (question: Elicitation) => Promise<ElicitationAnswer>;

/** The one thing the guard needs of an MCP client. Both SDKs fit; so does a fake. */
export interface McpConnection {
  /** The server knows nothing of the contracts that the client goes by: see `overlay`. */
  readonly isOverlaid?: true;
  listTools(): Promise<readonly WireTool[]>;
  callTool(call: WireCall, options: WireCallOptions): Promise<WireResult>;
  /**
   * Asks what would become of the call, by `resolveMethod`, which makes no call. Undefined: the server has not announced it.
   * A connection may leave this out.
   */
  resolve?(call: WireCall, options: WireCallOptions): Promise<WireResult | undefined>;
  /** Takes the one handler, and throws when there is one; without any, questions are declined. */
  onElicitation(handler: ElicitationHandler): void;
  /** Tells when the server says that its tools are others now. Not every server says so. */
  onToolsChanged(changed: () => void): void;
  close(): Promise<void>;
}
