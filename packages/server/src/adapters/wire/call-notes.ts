import { metaKeys } from "@proviso/manifest";
import { isTraceparent, isTracestate } from "../../api/trace-context.ts";

/** What a call says beside its tool and arguments. */
export interface CallNotes {
  readonly idempotencyKey?: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly progressToken?: string | number;
}

const invalidParams = -32602;

/** An idempotency key goes on as it came: the pipeline refuses one that it cannot honour, and puts that on record. */
export function readCallNotes(meta: Readonly<Record<string, unknown>> = {}): CallNotes {
  const { traceparent, tracestate, progressToken, [metaKeys.idempotencyKey]: key } = meta;
  return {
    ...(key === undefined ? {} : { idempotencyKey: key as string }),
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
