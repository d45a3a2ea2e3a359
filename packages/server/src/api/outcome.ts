import type {
  ConfirmationNote,
  Edit,
  Failure,
  JsonObject,
  JsonSchema,
  Manifest,
  Plan,
  Progress,
  ToolContract,
} from "@proviso/manifest";
import type { ApprovalApp } from "./approval-app.ts";
import type { Principal } from "./principal.ts";
import type { PauseSwitch } from "./pauses.ts";
import type { ProgramCall } from "./program-call.ts";
import type { ApprovalState, Disposition, Waiting } from "./waiting.ts";

export type { Principal };

/** A person's answer to a question, or why there is none, with the sealed state of the question. */
export interface Answer {
  readonly state: string;
  /** `cancel`: closed without an answer. `timeout`: nobody answered in time. `error`: the client could not ask. */
  readonly action: "accept" | "decline" | "cancel" | "timeout" | "error";
  readonly content?: JsonObject;
}

/** An MCP request. */
export interface WireRequest {
  readonly requestId: string | number;
  readonly sessionId?: string;
  /** The name that OpenTelemetry uses. */
  readonly transport?: "tcp" | "pipe";
  /** Name and version of the client, as it says. */
  readonly client?: string;
}

export interface InvokeOptions {
  readonly principal?: Principal;
  readonly idempotencyKey?: string;
  /** W3C trace context: the caller's span and the state of tracing systems. */
  readonly traceparent?: string;
  readonly tracestate?: string;
  /** For tracing: the MCP request of this call. Absent in process. */
  readonly wire?: WireRequest;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly answer?: Answer;
  /** Whether a person can be asked over this connection. Absent means no. */
  readonly canAsk?: boolean;
  /** Only with this approval, given elsewhere for exactly this call, does it run; nobody is asked. */
  readonly approval?: string;
  /** Which tools the call may be of; every other one is unknown to it. Absent: all that the caller can see. */
  readonly toolset?: (tool: ToolContract) => boolean;
  /** The program that makes the call. Absent from calls that a client makes. */
  readonly program?: ProgramCall;
  /** Goes on with a call made of steps, or cancels it, if its contract has `compensate`. No such call: nothing runs. */
  readonly work?: "continue" | "cancel";
  /** What the call undoes: the id of a call, `/`, and the name of its step. */
  readonly undoes?: string;
}

/** What a person is shown. The answer approves exactly this request. */
export interface ConfirmationRequest extends ConfirmationNote {
  /** What the call does, in one sentence in which every value is quoted; no secret is in it. */
  readonly summary: string;
  /** The question in plain text; invisible and control characters are escaped. */
  readonly message: string;
  /** `{ confirm: boolean }`, or `{ phrase: string }` if a phrase has to be typed. */
  readonly answerSchema: JsonSchema;
}

/**
 * All outcomes of a call. `edited`: what an approver has changed in the arguments; everything else is about the changed call.
 * `Output` and `Preview` are the tool's generated types; where the tool is only known by its name, they are JSON.
 */
export type Outcome<Output extends object = JsonObject, Preview extends object = JsonObject> =
  | {
      readonly kind: "completed";
      readonly tool: string;
      readonly output: Output;
      /**
       * The output is the `content` of an MCP result, and its `structuredContent` if there is one: the contract has a `result`.
       */
      readonly isContent?: boolean;
      readonly replayed: boolean;
      readonly edited?: readonly Edit[];
    }
  | {
      readonly kind: "planned";
      readonly tool: string;
      readonly plan: Plan<Preview>;
      /** The call was made before: making it again returns the stored outcome. */
      readonly alreadyDone?: true;
      readonly edited?: readonly Edit[];
    }
  /** Refused: the handler's `execute` did not run. `waits`: a person can approve it elsewhere. `goesOn`: stands for a call made of steps. */
  | {
      readonly kind: "refused";
      readonly tool: string;
      readonly failure: Failure;
      readonly waits?: Waiting;
      readonly goesOn?: string;
      readonly edited?: readonly Edit[];
    }
  | {
      readonly kind: "failed";
      readonly tool: string;
      readonly failure: Failure;
      readonly goesOn?: string;
      readonly edited?: readonly Edit[];
    }
  /** The tool is unknown, forbidden or hidden: all three are equal. */
  | { readonly kind: "unknown_tool"; readonly tool: string }
  /** Ask a person, then invoke again with the same arguments and the `answer`. */
  | {
      readonly kind: "input_required";
      readonly tool: string;
      readonly request: ConfirmationRequest;
      readonly state: string;
    };

/** A call without a result. */
export type Refusal = Extract<Outcome, { readonly kind: "refused" | "failed" | "unknown_tool" }>;

/** Which contract applies to a call: the tool's own, or one with a refinement applied. */
export interface Resolution {
  readonly kind: "resolved";
  readonly tool: string;
  readonly contract: ToolContract;
  /** Index of the refinement; absent: the tool as written. */
  readonly refinement?: number;
  /** The failure with which the call would be refused now. */
  readonly refusal?: Failure;
  /** The call was made before: making it again returns the stored outcome. */
  readonly alreadyDone?: true;
}

/** Positions in the list of tools, sealed with the state key for one principal. */
export interface ListCursors {
  /** `name` is the last listed name. Equal arguments give an equal cursor. */
  seal(name: string, principal: Principal | undefined): string;
  /** The name; undefined if this cursor was not sealed for this principal. */
  open(cursor: string, principal: Principal | undefined): string | undefined;
}

/** What a caller may do about its own calls that wait. It can approve none. */
export interface WaitingCalls {
  /** What has become of an approval; undefined if it is unknown, or another caller's. */
  stateOf(id: string, caller: Principal | undefined): Promise<ApprovalState | undefined>;
  /** Whether people approve every call of this tool outside of the client. */
  isAskedElsewhere(tool: ToolContract): boolean;
  /** Absent unless the operator has turned tasks on. */
  readonly tasks?: WaitingTasks;
  /** Absent unless the operator lets calls be approved in the chat. */
  readonly app?: ApprovalApp;
}

/** Calls that wait as tasks: the server makes them when they are approved and their caller asks for them. */
export interface WaitingTasks {
  /** Keeps what the approval does not hold of the call. An equal call that waits is the same task. Absent: none waits as a task. */
  open?(waits: Waiting, options: InvokeOptions): Promise<WaitingTask>;
  /** The task of a call of this caller that goes on in its steps. Absent without an engine. */
  begun?(goesOn: string, caller: Principal | undefined): Promise<WaitingTask | undefined>;
  /** Makes the call if it is approved. `options` are those of the request. Undefined if unknown, or another caller's. */
  get(id: string, options: InvokeOptions): Promise<WaitingTask | undefined>;
  /** False if the task is unknown, or another caller's. */
  has(id: string, caller: Principal | undefined): Promise<boolean>;
  /** Withdraws the approval unless it is used already. False if the task is unknown, or another caller's; a text: why it goes on. */
  cancel(id: string, caller: Principal | undefined): Promise<boolean | string>;
}

export interface WaitingTask {
  /** That of the approval, or of the call that goes on. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long the task can be asked for, in milliseconds from its creation. */
  readonly ttlMs: number;
  readonly state:
    | { readonly kind: "working" | "cancelled"; readonly says?: string }
    | ({ readonly kind: "completed" } & TaskEnd);
}

export interface TaskEnd {
  readonly outcome: Exclude<Outcome, { readonly kind: "input_required" }>;
  /** Absent: the call needed no approval. */
  readonly disposition?: Disposition;
}

/** The way to forbidden tools with `people: allowed`, for a host in which people call tools themselves, such as a web app. */
export interface PeopleEntry {
  /** Nothing for an agent, or for nobody. */
  list(principal: Principal | undefined): readonly ToolContract[];
  /** As `EnforcingServer.invoke`. For an agent, and for a request over MCP, every tool is unknown. */
  invoke(name: string, input: unknown, options: InvokeOptions): Promise<Outcome>;
}

/** The only entry to the handlers. */
export interface EnforcingServer {
  readonly manifest: Manifest;
  /** No adapter of MCP uses it, so no client reaches these tools, whoever has signed in there. */
  readonly people: PeopleEntry;
  /** For operators: what is paused. */
  readonly pauses: PauseSwitch;
  /** For adapters: what callers may learn about their own calls that wait. */
  readonly waiting: WaitingCalls;
  /** The tools that this principal can see, sorted by name, without forbidden ones. */
  list(principal?: Principal): readonly ToolContract[];
  /** For adapters that list the tools in pages. */
  readonly cursors: ListCursors;
  /** Never rejects: every error is an outcome. */
  invoke(name: string, input: unknown, options: InvokeOptions): Promise<Outcome>;
  /**
   * Says which contract would apply to a call and what would refuse it now (a policy, a requirement, a used-up limit, an old
   * log-in), without making the call. If the caller lacks a permission or the input is invalid, the result is that of the call.
   * Never rejects.
   */
  resolve(
    name: string,
    input: unknown,
    options: Pick<InvokeOptions, "principal" | "idempotencyKey">,
  ): Promise<Resolution | Refusal>;
  /** Whether calls are accepted now: the server is not shutting down, and its store answers. Never rejects. */
  ready(): Promise<boolean>;
  /**
   * Refuses new calls, on record, with `retry: "after"`. Resolves when all running calls have ended. Connections and records
   * stay open until `close`.
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Drains, then closes the audit and the store. */
  close(options?: DrainOptions): Promise<void>;
}

export interface DrainOptions {
  /**
   * Milliseconds until running calls are aborted; those with effects are then recorded as `outcome_unknown`. Defaults to ten
   * seconds.
   */
  readonly graceMs?: number;
}
