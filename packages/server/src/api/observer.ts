import type { EnforcingServer, Outcome } from "./outcome.ts";
import type { AuditEntry } from "./ports.ts";

/** Which call is observed. */
export interface ObservedCall {
  readonly id: string;
  readonly name: string;
  readonly principal?: string;
}

/** Sees what a server does, for `proviso dev`. It changes no outcome. */
export interface Observer {
  opened(server: EnforcingServer): void;
  /** The names of all stages, in order. */
  composed(stages: readonly string[]): void;
  call(call: ObservedCall, run: () => Outcome | Promise<Outcome>): Promise<Outcome>;
  /** Wraps a stage. */
  stage<Seen>(
    name: string,
    run: (call: Seen) => Outcome | Promise<Outcome>,
  ): (call: Seen) => Outcome | Promise<Outcome>;
  /** The record is durable. */
  recorded(entry: AuditEntry): void;
  /** What a shadow has found so far, for observers that show it. */
  shadowed?(sums: object): void;
}
