import type { ToolContract } from "@proviso/manifest";
import { creates, highRisk, preview, sends, tool } from "../sample.ts";

/** Milliseconds for a handler. */
export const timeoutMs = 10_000;
/** So long after its last sign of life a call that never reported is known as such. */
export const leaseMs = 20_000;

const opObject = {
  type: "object",
  properties: { op: { type: "string", maxLength: 40 } },
  required: ["op"],
  additionalProperties: false,
} as const;

const made = (changes: Partial<ToolContract>): ToolContract =>
  tool({
    inputSchema: opObject,
    outputSchema: opObject,
    permissions: ["notes:write"],
    timeoutMs,
    ...changes,
  });

/** What the clients mix: one tool for each way in which a call is told from its repetition, or held back. */
export const soakTools: readonly ToolContract[] = [
  made({ name: "notes.read", sideEffects: [] }),
  made({ name: "notes.create", sideEffects: [creates] }),
  made({
    name: "notes.pay",
    ...highRisk,
    sideEffects: [sends],
    idempotency: { key: ["op"], ttlMs: 24 * 60 * 60_000 },
  }),
  made({ name: "notes.publish", ...highRisk, sideEffects: [sends] }),
  made({ name: "notes.send", sideEffects: [sends], rateLimit: { limit: 3, perMs: 10_000 } }),
  made({ name: "notes.sweep", sideEffects: [creates], dryRun: { mode: "required", preview } }),
];

/** Every effect is a row, and nothing here keeps a second one from being written. */
export const effectsTable = "create table effects (op text not null, call_id text not null)";

/** A worker is started with this as JSON. */
export interface WorkerOptions {
  readonly connectionString: string;
  /** The chain of the audit that it extends; nobody else does at the same time. */
  readonly writer: string;
  /** Its clock is that far ahead. */
  readonly aheadMs: number;
}

/** What a worker says about itself when it is asked. Bytes, the heap after a collection. */
export interface WorkerState {
  readonly heap: number;
  readonly rss: number;
}
