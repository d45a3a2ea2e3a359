import type { Budget, JsonObject, ToolContract } from "@proviso/manifest";
import type { PortsFactory } from "../../api/handler.ts";
import type { InvokeOptions, ListCursors, Outcome } from "../../api/outcome.ts";
import type { AuditReads } from "../../api/options.ts";
import type { Approvals } from "../../api/approvals.ts";
import type { Observer } from "../../api/observer.ts";
import type { AuditEntry, AuditSink, Clock, Store } from "../../api/ports.ts";
import type { Durable } from "../../api/steps.ts";
import type { Realm } from "../../api/approvals.ts";
import type { Pauses } from "../../pauses/pauses.ts";
import type { Call } from "../call/call.ts";
import type { SealedState } from "../../seals/sealed-state.ts";
import type { ValueSeal } from "../../seals/sealed-value.ts";

/** Everything that stages use in addition to the call. Each server makes one from its options. Durations are in milliseconds. */
export interface Runtime {
  readonly clock: Clock;
  readonly store: Store;
  readonly audit: AuditSink;
  readonly record: Recorder;
  /** Which calls without side effects leave one record. Absent if none do. */
  readonly auditReads?: AuditReads;
  /** The value of `env` in conditions. */
  readonly env: string;
  /** Part of every key of the store and of every seal. */
  readonly realm: Realm;
  readonly ports: PortsFactory<unknown>;
  readonly tools: readonly ToolContract[];
  /** Calls another tool for a caller, through the whole gate. */
  readonly callTool: InvokeTool;
  /** Seals questions to a person. */
  readonly state: SealedState;
  readonly valueSeal: ValueSeal;
  /** Seals positions in the list of tools. */
  readonly cursors: ListCursors;
  readonly nonce: () => string;
  /** The pauses that operators have set. */
  readonly pauses: Pauses;
  /** Absent if nobody approves later. */
  readonly approvals?: Approvals;
  /** Absent: steps run in place. */
  readonly durable?: Durable;
  /** Receives errors that a caller must not see. */
  readonly onFault: (error: unknown, tool: string) => void;
  /** Aborted when no further call may begin. */
  readonly draining: AbortSignal;
  /** Aborted when running calls must stop. */
  readonly stopping: AbortSignal;
  /** Registers work after an answer; a stopping server waits for it within its grace. */
  readonly trackLate: (settled: Promise<unknown>) => void;
  readonly callerLimits: CallerLimits;
  /** Budgets of the operator, by the name of the tool. */
  readonly budgets: ReadonlyMap<string, Budget>;
  /** How long a policy or a requirement may take. */
  readonly decisionMs: number;
  /** How long the receipt of a dry run is valid. */
  readonly receiptMs: number;
  /** The size of a result's JSON. */
  readonly maxResultBytes: number;
  /** Absent unless `proviso dev` started this process. */
  readonly observer?: Observer;
}

export type InvokeTool = (name: string, input: JsonObject, options: InvokeOptions) => Promise<Outcome>;

/** How much one principal may ask of this process. */
export interface CallerLimits {
  /** Points for unsuccessful calls in a fixed window: one a call, and one a 16 KiB of input. */
  readonly attempts: { readonly limit: number; readonly perMs: number };
  /** Calls that run at the same time. */
  readonly callsAtOnce: number;
}

/** Appends an entry to the audit. False if it is not durable in time: the call must then end. */
export type Recorder = (
  call: Call,
  kind: AuditEntry["kind"],
  more: () => Partial<AuditEntry>,
  listener?: RecordListener,
) => Promise<boolean>;

export interface RecordListener {
  /** Called just before the recorder's promise is settled. */
  readonly onEnd?: ((isRecorded: boolean) => void) | undefined;
  /** Called if the entry becomes durable after that. */
  readonly onLate?: (() => void) | undefined;
}
