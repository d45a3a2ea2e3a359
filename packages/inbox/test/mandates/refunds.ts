import type { JsonObject, ToolContract } from "@proviso/manifest";
import { pay } from "./bench.ts";

/** A tool that pays money back for an order. */
export const refunds = (changes: Partial<ToolContract> = {}): ToolContract =>
  pay({
    summary: "Pay {amount.cents, money amount.currency} back for order {orderId}, because {reason}",
    sideEffects: [
      { kind: "updates", description: "The ledger.", reversible: false, external: false },
    ] as unknown as ToolContract["sideEffects"],
    inputSchema: {
      type: "object",
      properties: {
        orderId: { type: "string", pattern: "^ord_[a-z0-9]+$" },
        amount: {
          type: "object",
          properties: { cents: { type: "integer", minimum: 1 }, currency: { type: "string" } },
          required: ["cents", "currency"],
          additionalProperties: false,
        },
        reason: { type: "string" },
        memo: { type: "string" },
      },
      required: ["orderId", "amount", "reason"],
      additionalProperties: false,
    },
    ...changes,
  });

export const refund = (
  orderId = "ord_0007",
  cents = 1100,
  currency = "EUR",
  reason = "damaged",
): JsonObject => ({
  orderId,
  amount: { cents, currency },
  reason,
});
