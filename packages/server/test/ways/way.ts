import type { ToolDefinition } from "../../src/mcp.ts";
import type { Person } from "./clients.ts";
import type { Opening, Who } from "./product.ts";
import type { Reply } from "./reply.ts";

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
}

/** A connected caller. */
export interface Caller {
  list(): Promise<readonly ToolDefinition[]>;
  /** Asks which contract would apply to a call. */
  resolve(name: string, input?: unknown): Promise<Reply>;
  call(name: string, input?: unknown, options?: CallOptions): Promise<Reply>;
  /** What the server says about itself; undefined in process. */
  announced(): unknown;
  close(): Promise<void>;
}

/** Whom a caller can ask: somebody, nobody, or somebody who can open web pages but sees no form. */
export type Reach = Person | "nobody" | "web pages";

/** A server that has been started. */
export interface Door {
  connect(who: Who, reach: Reach): Promise<Caller>;
  close(): Promise<void>;
}

export interface Way {
  readonly name: string;
  /** The version of the protocol; undefined in process. */
  readonly protocol?: "2025-11-25" | "2026-07-28";
  /** Starts a product, which writes its effects to this file. */
  open(effects: string, opening: Opening): Promise<Door>;
}
