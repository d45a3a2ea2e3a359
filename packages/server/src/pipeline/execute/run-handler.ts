import { type Failure, longestTimer, type Progress } from "@proviso/manifest";
import type { AuthorizedCall } from "../call/call.ts";
import type { Answered } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { areStraysWatched, withStrays } from "../runtime/stray-rejections.ts";
import { eventRecorder, recordsNothing } from "./record-event.ts";
import { isToolFailure } from "../../api/failure.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { startOfText } from "../../canonical/whole-text.ts";
import type { ToolContext } from "../../api/handler.ts";
import type { RunStep } from "../../api/steps.ts";

/** How `plan` or `execute` of a handler ended. */
export type Ending =
  | { readonly kind: "returned"; readonly value: unknown }
  /** The handler failed with a failure that the contract declares. */
  | { readonly kind: "declared"; readonly failure: Failure }
  | { readonly kind: "undeclared"; readonly error: unknown }
  /** A promise that the handler did not await was rejected. */
  | { readonly kind: "stray"; readonly error: unknown }
  /** The handler was interrupted before it began. */
  | { readonly kind: Interruption }
  /** The handler was interrupted. `late`: its later end. */
  | { readonly kind: Interruption; readonly late: Promise<Ending> };

/** Why the call no longer waits for the handler, which goes on if it is `pending`. */
export type Interruption = "timeout" | "cancelled" | "stopped" | "pending";

export const interruptions: Readonly<Record<Interruption, string>> = {
  timeout: "took too long",
  cancelled: "was cancelled",
  stopped: "was cut short because the server shuts down",
  pending: "goes on",
};

type Context = ToolContext<unknown, unknown>;

/** How long a repeatable call continues without its caller; a repetition gets its outcome. */
const abandonedHandlerMs = 10_000;

/**
 * Runs a handler until it ends, its time is up or nobody waits for it. Never throws or rejects. A
 * handler that returns no promise has ended when it returns: nothing can interrupt it.
 */
export function runHandler(
  call: AuthorizedCall,
  context: Context,
  controller: AbortController,
  { durable, onFault, stopping }: Runtime,
  run: (context: Context) => unknown,
): Answered<Ending> {
  const { signal } = call.options;
  // Stryker disable next-line ObjectLiteral, StringLiteral: only a stop of the server is told apart
  if (signal?.aborted) return { kind: "cancelled" };
  if (stopping.aborted) return { kind: "stopped" };
  const strays = strayWatch((error) => onFault(error, call.tool.contract.name));
  try {
    const value = withStrays(strays.onStray, () => run(context));
    if (!mayBePromise(value)) return strays.last({ kind: "returned", value });
    const late = endingOfHandler(call, value).then(strays.last);
    return new Promise((resolve) => {
      const signals = [signal, stopping] as const;
      const tell = (kind: Interruption): void => resolve({ kind, late });
      const end = watchForInterruption(call, controller, signals, tell, durable?.answerMs);
      const returned = (ending: Ending): void => {
        end();
        resolve(ending);
      };
      void late.then(returned);
    });
  } catch (error) {
    return strays.last(endingByError(call, error));
  }
}

interface StrayWatch {
  onStray(error: unknown): void;
  /** Returns the ending, or `stray` if a promise that nobody awaited was rejected by then. */
  last(ending: Ending): Answered<Ending>;
}

/** Watches for stray rejections. Node.js reports them at the end of the turn, so the ending waits. `tell` receives later ones. */
function strayWatch(tell: (error: unknown) => void): StrayWatch {
  let stray: Ending | undefined;
  let hasEnded = false;
  return {
    onStray(error) {
      if (hasEnded) tell(error);
      else stray ??= { kind: "stray", error };
    },
    last(ending) {
      if (!areStraysWatched()) return ending;
      return new Promise((resolve) => {
        setImmediate(() => {
          hasEnded = true;
          resolve(stray ?? ending);
        });
      });
    },
  };
}

/** Whether to await the value. An output with a field `then` is awaited, and unchanged. */
function mayBePromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}

/**
 * Aborts `controller` at a time-out, a gone caller or a stop. Returns how to stop watching.
 */
function watchForInterruption(
  call: AuthorizedCall,
  controller: AbortController,
  [gone, stopping]: readonly [AbortSignal | undefined, AbortSignal],
  tell: (interruption: Interruption) => void,
  answerMs?: number,
): () => void {
  const interrupt = (interruption: Interruption): void => {
    end();
    controller.abort(
      new DOMException(interruption, interruption === "timeout" ? "TimeoutError" : "AbortError"),
    );
    tell(interruption);
  };
  const timers = [
    setTimeout(() => interrupt("timeout"), Math.min(call.tool.contract.timeoutMs, longestTimer)),
  ];
  const cancel = (): void => {
    if (call.isKeyed) timers.push(setTimeout(() => interrupt("cancelled"), abandonedHandlerMs));
    else interrupt("cancelled");
  };
  const stop = (): void => interrupt("stopped");
  const answer = (): void => {
    gone?.removeEventListener("abort", cancel);
    tell("pending");
  };
  if (call.work && answerMs !== undefined) timers.push(setTimeout(answer, answerMs));
  gone?.addEventListener("abort", cancel);
  stopping.addEventListener("abort", stop);
  const end = (): void => {
    for (const timer of timers) clearTimeout(timer);
    gone?.removeEventListener("abort", cancel);
    stopping.removeEventListener("abort", stop);
  };
  // Aborted while the handler began.
  if (gone?.aborted) cancel();
  return end;
}

async function endingOfHandler(call: AuthorizedCall, value: unknown): Promise<Ending> {
  try {
    return { kind: "returned", value: await value };
  } catch (error) {
    return endingByError(call, error);
  }
}

function endingByError(call: AuthorizedCall, error: unknown): Ending {
  const failure = declaredFailure(call, error);
  return failure ? { kind: "declared", failure } : { kind: "undeclared", error };
}

/** Limits of a failure's details and message. */
const maxDetailBytes = 64 * 1024;

/**
 * The failure that an error declares; undefined for any other error, which callers must not see, even one whose code a contract
 * has too, such as that of a payment provider's library: it does not say that nothing happened. Handlers cannot use implied codes.
 */
export function declaredFailure({ tool }: AuthorizedCall, error: unknown): Failure | undefined {
  if (!isToolFailure(error)) return undefined;
  const mode = tool.contract.failureModes.find(({ code, implied }) => !implied && code === error.code);
  if (!mode) return undefined;
  const { message, details } = error;
  const told = boundedCopy(details, maxDetailBytes);
  return {
    code: mode.code,
    message:
      typeof message === "string" && message !== "" ? startOfText(message, maxDetailBytes) : mode.description,
    retry: mode.retry,
    ...(told && { details: told }),
  };
}

const noSteps: RunStep = (name) =>
  Promise.reject(new TypeError(`step \`${name}\` needs a handler made with \`inSteps\`, and no plan`));

/** The context of a handler. Making the ports may throw; nothing has run by then. */
export function handlerContext(
  mode: "plan" | "execute",
  call: AuthorizedCall,
  controller: AbortController,
  { ports, clock, record }: Runtime,
): Context {
  const { id, options, principal, tool } = call;
  return {
    fail: tool.fail,
    principal,
    ports: ports(mode, principal),
    signal: controller.signal,
    audit: mode === "plan" ? recordsNothing : eventRecorder(call, record),
    step: noSteps,
    progress: (progress) => reportProgress(options.onProgress, controller.signal, progress),
    now: () => clock.now(),
    callId: id,
    ...(tool.handler.set && { options }),
    ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }),
  };
}

/** Errors of the listener are ignored. */
function reportProgress(
  listener: ((progress: Progress) => void) | undefined,
  signal: AbortSignal,
  progress: Progress,
): void {
  if (signal.aborted) return;
  try {
    // Stryker disable next-line OptionalChaining: what it throws is ignored
    listener?.(progress);
  } catch {
    // Errors of the listener must not affect the tool.
  }
}
