import { metaKeys } from "@proviso/manifest";
import { isTraceparent, isTracestate } from "../../api/trace-context.ts";

/** What a call says beside its tool and arguments. */
export interface CallNotes {
  readonly idempotencyKey?: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly progressToken?: string | number;
}

const longestKey = 256;
const invalidParams = -32602;

/** An idempotency key that we cannot honour is an error: to ignore it would be to promise what does not hold. */
export function readCallNotes(meta: Readonly<Record<string, unknown>> = {}): CallNotes {
  const { traceparent, tracestate, progressToken, [metaKeys.idempotencyKey]: key } = meta;
  if (key !== undefined && !isIdempotencyKey(key))
    throw protocolError(`${metaKeys.idempotencyKey} must be a string of 1 to ${longestKey} characters`);
  return {
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(isTraceparent(traceparent)
      ? { traceparent, ...(isTracestate(tracestate) ? { tracestate } : {}) }
      : {}),
    ...(typeof progressToken === "string" || typeof progressToken === "number" ? { progressToken } : {}),
  };
}

/** A JSON-RPC error "invalid params". Not an SDK's own error class, which puts the code into the message. */
export function protocolError(message: string): Error {
  return Object.assign(new Error(message), { code: invalidParams });
}

function isIdempotencyKey(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= longestKey;
}
