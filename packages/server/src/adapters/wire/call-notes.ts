import { metaKeys } from "@proviso/manifest";
import type { InvokeOptions, Principal } from "../../api/outcome.ts";
import { isTraceparent, isTracestate } from "../../api/trace-context.ts";

/** A call's `_meta`: idempotency key, trace context. */
export interface CallNotes {
  readonly idempotencyKey?: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly progressToken?: string | number;
}

const invalidParams = -32602;

/** Passes an idempotency key on unchanged: the pipeline refuses an invalid one, on record. */
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

/** What an SDK knows of a request. `client`: its `clientInfo`, of whatever it has sent. */
interface RequestFacts {
  readonly requestId: string | number;
  readonly sessionId: string | undefined;
  readonly isHttp: boolean;
  readonly client: unknown;
}

export function invocationOf(
  principal: Principal | undefined,
  { requestId, sessionId, isHttp, client }: RequestFacts,
): InvokeOptions {
  const http = {
    ...(sessionId !== undefined && { sessionId }),
    ...(isHttp && { transport: "tcp" as const }),
  };
  return { ...(principal && { principal }), wire: { requestId, ...http, ...clientName(client) } };
}

const maxClientLength = 100;

/** Name and version of a client: nobody has verified them. */
function clientName(clientInfo: unknown): { readonly client?: string } {
  const { name, version } = (clientInfo ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  if (typeof name !== "string") return {};
  const client = typeof version === "string" ? `${name} ${version}` : name;
  return { client: client.slice(0, maxClientLength).toWellFormed() };
}

/** A JSON-RPC error "invalid params". Not an SDK's error class, which puts the code into the message. */
export function protocolError(message: string): Error {
  return Object.assign(new Error(message), { code: invalidParams });
}
