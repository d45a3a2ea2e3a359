import type { ToolContract } from "@proviso/manifest";
import type { RecordedCall } from "../trail/recorded-call.ts";

/** What a server keeps the receipt of a dry run for, by default. */
const receiptMs = 15 * 60_000;

/** Which callers and tools have a call that could not be folded, and until when it could matter. */
export function openTaint(): {
  add(call: RecordedCall, contract: ToolContract): void;
  covers(call: RecordedCall, contract: ToolContract): boolean;
} {
  const until = new Map<string, number>();
  const keyOf = ({ principal, tool }: RecordedCall): string =>
    JSON.stringify([tool, principal?.id, principal?.tenant]);
  return {
    add(call, contract) {
      const lasts = lastsOf(contract);
      if (lasts > 0) until.set(keyOf(call), Math.max(until.get(keyOf(call)) ?? 0, call.at + lasts));
    },
    covers: (call, contract) => lastsOf(contract) > 0 && call.at < (until.get(keyOf(call)) ?? 0),
  };
}

/** Milliseconds for which a call can change what is decided about later ones. */
function lastsOf({ dryRun, idempotency, rateLimit }: ToolContract): number {
  const keyMs = idempotency?.key.length ? idempotency.ttlMs : 0;
  return Math.max(keyMs, rateLimit?.perMs ?? 0, dryRun?.mode === "required" ? receiptMs : 0);
}
