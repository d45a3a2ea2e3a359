import { metaKeys } from "@proviso/manifest";
import type { ToolContract } from "@proviso/manifest";
import { noAnswer, readAnswer } from "../answer.ts";
import type { WireCall, WireCallOptions } from "../connection.ts";
import { retryIdempotent } from "../policies/retry-idempotent.ts";
import type { PlainResult } from "../result.ts";
import { failed } from "../result.ts";
import { withRetry } from "../retry.ts";
import type { OpenCall, Parts } from "./parts.ts";

/** Milliseconds for a person to answer a question that the server puts during a call. */
const answerMs = 600_000;
/** Milliseconds beyond a tool's own time-out for its answer to arrive. */
const transitMs = 10_000;
/** Milliseconds for a tool without a contract, as in the SDK. */
const defaultTimeoutMs = 60_000;

/** Sends, again where that is safe, always under the same key. */
export async function send(parts: Parts, call: OpenCall): Promise<PlainResult> {
  const { contract } = call;
  const key = call.options.idempotencyKey ?? freshKey(contract);
  const attempt = (number: number): Promise<PlainResult> => sendOnce(parts, call, key, number);
  return mayRepeat(parts, call)
    ? withRetry(attempt, settlesAll(call), parts.options.retry ?? {}, call.options.signal)
    : attempt(1);
}

/** The server repeats no call that it remembers, so a tool's own failure says that no attempt before did anything either. */
function settlesAll({ contract }: OpenCall): (result: PlainResult) => boolean {
  const own = new Set(contract?.failureModes.filter(({ implied }) => !implied).map(({ code }) => code));
  return (result) => result.ok || own.has(result.failure.code);
}

/** A policy of the host may forbid a repetition, and never allow one. One that fails forbids it. */
function mayRepeat({ policies }: Parts, { contract, dryRun }: OpenCall): boolean {
  try {
    return retryIdempotent(contract, dryRun) && policies.retry(contract, dryRun);
  } catch {
    return false;
  }
}

/** A key of our own only where the contract makes none from the input. */
function freshKey(contract: ToolContract | undefined): string | undefined {
  return contract?.idempotency?.key.length === 0 ? crypto.randomUUID() : undefined;
}

async function sendOnce(
  parts: Parts,
  call: OpenCall,
  key: string | undefined,
  attempt: number,
): Promise<PlainResult> {
  const { contract, dryRun } = call;
  const { tool } = call.request;
  if (!isLoggedApart(parts, call)) return notLogged(call, attempt);
  parts.desk.arm(call);
  parts.tell({ tool, dryRun, ...(attempt === 1 ? { kind: "called" } : { kind: "retried", attempt }) });
  try {
    const answer = await parts.connection.callTool(toWire(call, key), wireOptions(parts, call));
    if (answer.kind !== "unknown_tool") parts.session.observe(tool, contract);
    return readAnswer(tool, contract, dryRun, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return noAnswer(contract, dryRun, `No usable answer from the server (${why}).`);
  }
}

/** Seed 004's log of open-world calls has every call, or the call is not made. */
function isLoggedApart(parts: Parts, call: OpenCall): boolean {
  const { tool, input } = call.request;
  try {
    if (parts.policies.logApart(call.contract, call.dryRun))
      parts.options.onOpenWorldCall?.({ tool, input, fingerprint: call.fingerprint });
    return true;
  } catch {
    return false;
  }
}

/** Of an earlier attempt nobody knows what came of it. */
function notLogged({ contract, dryRun }: OpenCall, attempt: number): PlainResult {
  const why = "The call could not be logged apart, so it was not sent.";
  return attempt === 1 ? failed("refused_by_guard", why) : noAnswer(contract, dryRun, why);
}

function toWire(call: OpenCall, key: string | undefined): WireCall {
  return {
    name: call.entry.tool.wireName,
    input: call.dryRun ? { ...call.request.input, dryRun: true } : call.request.input,
    meta: key === undefined ? {} : { [metaKeys.idempotencyKey]: key },
  };
}

function wireOptions(parts: Parts, call: OpenCall): WireCallOptions {
  const { signal, onProgress } = call.options;
  const follow = parts.policies.follow(call.contract);
  return {
    ...(signal ? { signal } : {}),
    timeoutMs:
      (call.contract?.timeoutMs ?? defaultTimeoutMs) + transitMs + (mayAsk(parts, call) ? answerMs : 0),
    onProgress(progress) {
      parts.tell({ tool: call.request.tool, kind: "progress", progress, follow });
      onProgress?.(progress);
    },
  };
}

/** Whether the server may put a question to the person during the call. */
function mayAsk({ desk }: Parts, call: OpenCall): boolean {
  return desk.canAsk(call) && !call.dryRun && call.contract?.confirmation.kind !== "never";
}
