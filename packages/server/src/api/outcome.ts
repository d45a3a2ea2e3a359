import type {
  ConfirmationNote,
  Failure,
  JsonObject,
  JsonSchema,
  Manifest,
  Plan,
  ToolContract,
} from "@proviso/manifest";

/** On whose behalf a tool is called. */
export interface Principal {
  readonly id: string;
  readonly name?: string;
  readonly tenant?: string;
  readonly kind: "agent" | "user";
  readonly permissions: readonly string[];
  /** Seconds since the epoch of the last log-in, as in OpenID Connect. */
  readonly authTime?: number;
  /** Seconds since the epoch at which the authentication ends: `exp` of the token. Absent: it does not end. */
  readonly expiresAt?: number;
  /** Authentication context class, as in OpenID Connect. */
  readonly acr?: string;
  readonly attributes?: JsonObject;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A person's answer to a question, or why there is none, with the state that came with the question. */
export interface Answer {
  readonly state: string;
  /** `cancel`: closed without an answer. `timeout`: nobody answered in time. `error`: the client could not ask. */
  readonly action: "accept" | "decline" | "cancel" | "timeout" | "error";
  readonly content?: JsonObject;
}

/** A request of MCP. */
export interface WireRequest {
  readonly requestId: string | number;
  readonly sessionId?: string;
  /** As OpenTelemetry names it. */
  readonly transport?: "tcp" | "pipe";
}

export interface InvokeOptions {
  readonly principal?: Principal;
  readonly idempotencyKey?: string;
  /** W3C trace context: the caller's span, and what tracing systems say about it. */
  readonly traceparent?: string;
  readonly tracestate?: string;
  /** For traces: the request that this call came with. Absent in process. */
  readonly wire?: WireRequest;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly answer?: Answer;
  /** Whether a person can be reached over this connection. Absent means no. */
  readonly canAsk?: boolean;
}

/** What to show a person, who approves exactly this request or nothing. */
export interface ConfirmationRequest extends ConfirmationNote {
  /** The question in plain text; invisible and control characters are escaped. */
  readonly message: string;
  /** `{ confirm: boolean }`, or `{ phrase: string }` where a person has to type one. */
  readonly answerSchema: JsonSchema;
}

/** The closed list of answers to a call. */
export type Outcome =
  | {
      readonly kind: "completed";
      readonly tool: string;
      readonly output: JsonObject;
      /** The output is the `content` of an MCP result, perhaps with `structuredContent`: the contract has a `result`. */
      readonly isContent?: boolean;
      readonly replayed: boolean;
    }
  | { readonly kind: "planned"; readonly tool: string; readonly plan: Plan }
  /** Refused: nothing of the handler's `execute` ran. */
  | { readonly kind: "refused" | "failed"; readonly tool: string; readonly failure: Failure }
  /** Unknown, forbidden and hidden are one and the same. */
  | { readonly kind: "unknown_tool"; readonly tool: string }
  /** Ask a person, then invoke again with the same arguments and the `answer`. */
  | {
      readonly kind: "input_required";
      readonly tool: string;
      readonly request: ConfirmationRequest;
      readonly state: string;
    };

/** A call that came to nothing. */
export type Refusal = Extract<Outcome, { readonly kind: "refused" | "failed" | "unknown_tool" }>;

/** Which contract applies to a call: that of the tool, or the tool's under one of its refinements. */
export interface Resolution {
  readonly kind: "resolved";
  readonly tool: string;
  readonly contract: ToolContract;
  /** Which refinement, from 0; absent: the tool as written. */
  readonly refinement?: number;
  /** The failure with which the call would be refused now. */
  readonly refusal?: Failure;
}

/** The one gate to the handlers. */
export interface EnforcingServer {
  readonly manifest: Manifest;
  /** The tools that this principal may know of, sorted by name; never a forbidden one. */
  list(principal?: Principal): readonly ToolContract[];
  /** Never rejects: whatever goes wrong is an outcome. */
  invoke(name: string, input: unknown, options: InvokeOptions): Promise<Outcome>;
  /**
   * What a call would be treated as, and what would refuse it now (a policy, a requirement, a used-up limit, an old log-in),
   * without making it. A call of a caller without permission, or with invalid input, is answered as the call would be. Never rejects.
   */
  resolve(
    name: string,
    input: unknown,
    options: Pick<InvokeOptions, "principal" | "idempotencyKey">,
  ): Promise<Resolution | Refusal>;
  /**
   * Begins no further call: those that come are refused on record, with `retry: "after"`. Resolves when all that were running
   * have ended. Connections and records stay open until `close`.
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Drains, then closes the audit and the store. */
  close(options?: DrainOptions): Promise<void>;
}

export interface DrainOptions {
  /**
   * Milliseconds until running calls are told to stop; what they have done by then is on record as `outcome_unknown`. Defaults
   * to ten seconds.
   */
  readonly graceMs?: number;
}
