import type { ToolContract } from "@proviso/manifest";
import { creates, highRisk, preview, sends, tool } from "../../../server/test/sample.ts";

/** Milliseconds that a handler takes. */
export const timeoutMs = 10_000;
/** Milliseconds after its last renewal until a call without an outcome counts as lost. */
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

/** The tools that the clients call: one for each way to recognise a repeated call, or to limit calls. */
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

/** Every effect is a row. Nothing in these tools prevents a second one. */
export const effectsTable = "create table effects (op text not null, call_id text not null)";

/** The options with which a worker is started, as JSON. */
export interface WorkerOptions {
  readonly connectionString: string;
  /** The audit chain that the worker extends, alone. */
  readonly writer: string;
  /** Milliseconds that the worker's clock is ahead. */
  readonly aheadMs: number;
}

/** A worker's report about its memory, in bytes; the heap is measured after a collection. */
export interface WorkerState {
  readonly heap: number;
  readonly rss: number;
}
