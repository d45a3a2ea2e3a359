import type { JsonObject, JsonSchema } from "@proviso/manifest";
import type { Answer, Outcome, Principal } from "../api/outcome.ts";
import type { AuditEntry } from "../api/ports.ts";

/** A tool as the inspector shows it. */
export interface InspectedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly riskLevel: string;
  readonly permissions: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly hasDryRun: boolean;
  /** The authentication class that some of its calls need. */
  readonly acr?: string;
  readonly example?: JsonObject;
  /** Hash of the contract, which changes with it. */
  readonly hash: string;
}

/** The stages that a call entered, in order. The last one answered. */
export interface Trace {
  readonly id: string;
  readonly tool: string;
  readonly principal?: string;
  readonly stages: readonly string[];
  readonly outcome?: string;
  readonly failure?: string;
  readonly reason?: string;
}

/** From `proviso dev` to the server that it started. */
export interface AskedByInspector {
  readonly kind: "call";
  readonly id: number;
  readonly tool: string;
  readonly input: unknown;
  readonly principal?: Principal;
  readonly answer?: Answer;
}

/** From the server to `proviso dev`. */
export type InspectorMessage =
  | { readonly kind: "opened"; readonly product: string; readonly tools: readonly InspectedTool[] }
  | { readonly kind: "composed"; readonly stages: readonly string[] }
  | { readonly kind: "record"; readonly entry: AuditEntry }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "shadow"; readonly sums: object }
  | {
      readonly kind: "result";
      readonly id: number;
      readonly outcome: Outcome;
      readonly trace?: Trace;
    };
