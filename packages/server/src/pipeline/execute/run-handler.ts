import type { Failure, JsonObject } from "@proviso/manifest";
import type { AuthorizedCall } from "../call/call.ts";
import { canonicalCopy } from "../../canonical/canonical-copy.ts";
import { ToolFailure } from "../../api/failure.ts";
import type { PortsFactory, ToolContext } from "../../api/handler.ts";
import type { Progress } from "../../api/outcome.ts";
import type { Clock } from "../../api/ports.ts";

/** How a part of a handler ended. */
export type Ending =
  | { readonly kind: "returned"; readonly value: unknown }
  /** With a failure that the contract declares. */
  | { readonly kind: "declared"; readonly failure: Failure }
  | { readonly kind: "undeclared"; readonly error: unknown }
  | { readonly kind: "timeout" | "cancelled" };

export interface HandlerRuntime {
  readonly ports: PortsFactory<unknown>;
  readonly clock: Clock;
}

/** Node takes a longer one for one millisecond. */
const longestTimer = 2 ** 31 - 1;

type Context = ToolContext<unknown, unknown>;

/** Runs a part of a handler until it ends, its time is up or the caller gives up. Never rejects. */
export async function runHandler(
  call: AuthorizedCall,
  context: Context,
  controller: AbortController,
  run: (context: Context) => unknown,
): Promise<Ending> {
  const { signal } = call.options;
  const cancel = (): void => controller.abort(new DOMException("cancelled", "AbortError"));
  const expire = (): void => controller.abort(new DOMException("timeout", "TimeoutError"));
  if (signal?.aborted) return { kind: "cancelled" };
  signal?.addEventListener("abort", cancel, { once: true });
  const timer = setTimeout(expire, Math.min(call.tool.contract.timeoutMs, longestTimer));
  const ended = stopped(controller.signal); // before the handler runs, which may itself lead to the end
  try {
    return await Promise.race([settle(call, () => run(context)), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

function stopped(signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (): void =>
      resolve({ kind: (signal.reason as DOMException).name === "TimeoutError" ? "timeout" : "cancelled" });
    signal.addEventListener("abort", end, { once: true });
  });
}

async function settle(call: AuthorizedCall, run: () => unknown): Promise<Ending> {
  try {
    return { kind: "returned", value: await run() };
  } catch (error) {
    const failure = declaredFailure(call, error);
    return failure ? { kind: "declared", failure } : { kind: "undeclared", error };
  }
}

/** The list of failure modes is closed: any other error is not for the caller to see. */
function declaredFailure({ tool }: AuthorizedCall, error: unknown): Failure | undefined {
  if (!(error instanceof ToolFailure)) return undefined;
  const mode = tool.contract.failureModes.find(({ code }) => code === error.code);
  if (!mode) return undefined;
  const { code, description, retry } = mode;
  const details: JsonObject | undefined = error.details && canonicalCopy(error.details);
  return { code, message: error.message || description, retry, ...(details && { details }) };
}

/** What the handler of this call is given. Making the ports may throw, and nothing has run by then. */
export function handlerContext(
  mode: "plan" | "execute",
  call: AuthorizedCall,
  controller: AbortController,
  { ports, clock }: HandlerRuntime,
): Context {
  const { id, options, principal, tool } = call;
  return {
    fail: tool.fail,
    principal,
    ports: ports(mode, principal),
    signal: controller.signal,
    progress: (progress) => report(options.onProgress, controller.signal, progress),
    now: () => clock.now(),
    callId: id,
    ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }),
  };
}

/** A listener that fails is its own affair. */
function report(
  listener: ((progress: Progress) => void) | undefined,
  signal: AbortSignal,
  progress: Progress,
): void {
  if (signal.aborted) return;
  try {
    listener?.(progress);
  } catch {
    // Progress is a courtesy: it must not change what the tool does.
  }
}
