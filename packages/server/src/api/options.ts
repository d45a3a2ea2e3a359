import type { Budget, Manifest, ToolContract } from "@proviso/manifest";
import type { HandlerTable, PortsFactory } from "./handler.ts";
import type { OptionNames } from "./check-option-names.ts";
import type { ApprovalsPlug } from "./approvals.ts";
import type { Principal } from "./outcome.ts";
import type { AuditSink, Clock, Policies, RequirementResolver, Store } from "./ports.ts";
import type { ProgramsPlug } from "./programs.ts";
import type { ShadowPlug } from "./shadow.ts";
import type { Durable } from "./steps.ts";

export const auditReads = ["outcome", "outcome_even_if_private"] as const;
export type AuditReads = (typeof auditReads)[number];

/** What a host gives to the server of its product. */
export interface ServerOptions<Ports> {
  /** The host's own services for handlers. Defaults to an empty object. */
  readonly ports?: PortsFactory<Ports>;
  /** Defaults to memory, which is lost at a restart. In production, give a durable store. */
  readonly store?: Store;
  /** Without it no calls are recorded; the server says so on standard error when it starts. */
  readonly audit?: AuditSink;
  readonly policies?: Policies;
  /** A resolver for each string under `execution.requirements`, exactly as written. */
  readonly requirements?: Readonly<Record<string, RequirementResolver>>;
  /**
   * Which tools a principal can see. The error for a hidden tool is identical to that for an
   * unknown one. Defaults to all tools; if this throws, the tool is hidden.
   */
  readonly visible?: (tool: ToolContract, principal: Principal | undefined) => boolean;
  /** `env.name` in conditions. Defaults to "live", the strict value. */
  readonly env?: string;
  readonly clock?: Clock;
  /**
   * `[current, ...former]`: keys of at least 32 bytes, the same in every replica and after every restart. They seal questions to
   * people, approvals that wait, the stored outcomes of calls and the cursors of lists: the first key seals, and each key opens
   * what it sealed. Defaults to random bytes: after a restart, repeated calls whose outcomes were stored before it get
   * `outcome_unknown`, so give keys with every store that outlives the process. They need a `store`, because otherwise an
   * approval that was used before a restart could be used again after it.
   */
  readonly stateKeys?: readonly Uint8Array[];
  /** Milliseconds that a person has to answer. Defaults to five minutes. */
  readonly approvalMs?: number;
  /**
   * `inbox({ … })` of `@proviso/inbox`: people approve calls outside of the client that made them, on pages, with its desk or with
   * `proviso approvals`. Then tools that need a person also work from clients that cannot ask one. Needs a `store` and
   * `stateKeys` that all servers and `proviso approvals` share. Defaults to none.
   */
  readonly approvals?: ApprovalsPlug;
  /**
   * `shadow({ contracts })` of `@proviso/replay/shadow`: decides the recorded calls by candidate contracts too, and counts where they
   * differ. It runs no handler and changes no answer. Defaults to none.
   */
  readonly shadow?: ShadowPlug;
  /** `codemode()` of `@proviso/codemode`: callers may run programs that call tools. Needs `store` and `stateKeys`. Defaults to none. */
  readonly programs?: ProgramsPlug;
  /**
   * `await dbos({ … })` of `@proviso/dbos`: an engine that runs handlers made of steps, so that long calls are answered before they
   * have ended. Needs a `store` and `stateKeys`. Without one, steps run in place. The server closes it.
   */
  readonly durable?: Durable;
  /** Milliseconds for which a dry run allows its execution; longer while an approval of its plan waits or counts. Defaults to fifteen minutes. */
  readonly receiptMs?: number;
  /** Milliseconds in which the audit must store a record; else calls are refused. Default: 10 s. */
  readonly auditMs?: number;
  /**
   * How many records a call without side effects leaves. Defaults to two, an intent and an outcome, as for every call. "outcome":
   * one, the outcome, if the tool reads no private data (`dataFlow.readsPrivate: false`). "outcome_even_if_private": one for
   * every tool without side effects. A read during which the process dies then leaves no record.
   */
  readonly auditReads?: AuditReads;
  /** Milliseconds that a policy or a requirement may take. Defaults to five seconds. */
  readonly decisionMs?: number;
  /**
   * How many unsuccessful calls one principal may make, in points: one per call, and one per 16 KiB
   * of its input. Refused and asking calls use points; calls that run, plan or return a stored
   * outcome do not. Counted in memory, before anything is stored. Defaults to 1200 a minute.
   */
  readonly attempts?: { readonly limit: number; readonly perMs: number };
  /**
   * Budgets of the operator, by the tool's name, with `everyMs` in milliseconds. Each counts apart from the contract's own, and both
   * have to have room: it makes a contract stricter, never laxer. The server does not start with one for a tool that it does not have.
   */
  readonly budgets?: Readonly<Record<string, Budget>>;
  /** Calls of one principal at the same time; a tool that asks another one needs two. Default: 128. */
  readonly callsAtOnce?: number;
  /**
   * The maximum size of a result's JSON, in bytes. A larger result is withheld: a read fails, and a
   * call with effects returns `outcome_unknown`. Defaults to 4 MiB.
   */
  readonly maxResultBytes?: number;
  /**
   * Receives undeclared errors and invalid results of handlers, and errors of the audit. Callers
   * never see them. Defaults to one line and the stack on standard error.
   */
  readonly onFault?: (error: unknown, tool: string) => void;
}

/** All options of `createEnforcingServer`. Generated code adds manifest and handler table. */
export interface EnforcingServerOptions<Ports> extends ServerOptions<Ports> {
  readonly manifest: Manifest;
  readonly handlers: HandlerTable<Ports>;
  /** The handlers of forbidden tools with `people: allowed`. */
  readonly people?: HandlerTable<Ports>;
}

export const serverOptionNames: OptionNames<EnforcingServerOptions<never>> = {
  handlers: true,
  people: true,
  manifest: true,
  ports: true,
  store: true,
  audit: true,
  policies: true,
  requirements: true,
  visible: true,
  env: true,
  clock: true,
  stateKeys: true,
  approvalMs: true,
  approvals: true,
  shadow: true,
  programs: true,
  durable: true,
  receiptMs: true,
  auditMs: true,
  auditReads: true,
  decisionMs: true,
  attempts: true,
  budgets: true,
  callsAtOnce: true,
  maxResultBytes: true,
  onFault: true,
};
