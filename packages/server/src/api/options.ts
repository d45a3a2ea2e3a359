import type { Manifest, ToolContract } from "@proviso/manifest";
import type { HandlerTable, PortsFactory } from "./handler.ts";
import type { Principal } from "./outcome.ts";
import type { AuditSink, Clock, Policies, RequirementResolver, Store } from "./ports.ts";

/** What a host gives to the server of its product. */
export interface ServerOptions<Ports> {
  readonly ports: PortsFactory<Ports>;
  /** Defaults to memory, which forgets at a restart: give a durable one in production. */
  readonly store?: Store;
  /** Without one nothing is kept of what was called, and the server says so on standard error when it starts. */
  readonly audit?: AuditSink;
  readonly policies?: Policies;
  /** One resolver for each string that some contract lists under `execution.requirements`, exactly as written. */
  readonly requirements?: Readonly<Record<string, RequirementResolver>>;
  /** Which tools a principal may know of; a hidden tool answers like an unknown one. Defaults to all. An error hides. */
  readonly visible?: (tool: ToolContract, principal: Principal | undefined) => boolean;
  /** `env.name` in conditions. Defaults to "live", so that forgetting it is the strict case. */
  readonly env?: string;
  readonly clock?: Clock;
  /**
   * At least 32 bytes, the same in every replica and after every restart; seals questions to people and the outcomes that
   * are kept for repeated calls. Defaults to a random one for this process: outcomes that an earlier one kept are then
   * answered `outcome_unknown`. Give one with every store that outlives the process. Without a `store` it is an error, because
   * an approval that was used before a restart could be used again after it.
   */
  readonly stateKey?: Uint8Array;
  /** Milliseconds for a person to answer. Defaults to five minutes. */
  readonly approvalMs?: number;
  /** Milliseconds that a dry run counts. Defaults to fifteen minutes. */
  readonly receiptMs?: number;
  /** Milliseconds for the audit to make a record durable; later is as good as never. Defaults to ten seconds. */
  readonly auditMs?: number;
  /** Milliseconds for a policy or a requirement to answer. Defaults to five seconds. */
  readonly decisionMs?: number;
  /**
   * How much one principal may try in vain, in points: one for each call, and one for each 16 KiB of its input. What is refused
   * or asks a person uses them up; what runs, plans or is told again does not. Counted in this process, before anything is
   * stored. Defaults to 1200 a minute.
   */
  readonly attempts?: { readonly limit: number; readonly perMs: number };
  /** Calls of one principal that may run at once. Defaults to 128. */
  readonly callsAtOnce?: number;
  /**
   * Bytes of JSON of a result. A bigger one is withheld: reads fail, and of an effect it is said that it happened. Defaults to
   * 4 MiB.
   */
  readonly maxResultBytes?: number;
  /**
   * Told what a handler should not have thrown or returned, and why the audit could not be written. Callers never see it.
   * Defaults to one line and the stack on standard error.
   */
  readonly onFault?: (error: unknown, tool: string) => void;
}

/** The whole of what `createEnforcingServer` needs: generated code adds the manifest and the handler table. */
export interface EnforcingServerOptions<Ports> extends ServerOptions<Ports> {
  readonly manifest: Manifest;
  readonly handlers: HandlerTable<Ports>;
}
