import { type Confirmation, type Progress, flowOf, metaKeys } from "@proviso/manifest";
import { codeOf, isRefusal, noResponse, readResponse, requiredLinks } from "./read-response.ts";
import { answerMs } from "../ask/await-answer.ts";
import { bounds, cutText } from "../connection/bounds.ts";
import { inOwnWords } from "./in-own-words.ts";
import { isWaiting, linksOf } from "./waiting-response.ts";
import type { WireCall, WireCallOptions, WireResult } from "../connection/connection.ts";
import { retryIdempotent } from "../decide/retry-idempotent.ts";
import { type PlainResult, failed } from "./result.ts";
import { reliedOn } from "../tool/subject.ts";
import { withRetry } from "./retry.ts";
import type { PreparedCall, GuardParts } from "./guard-parts.ts";

/** Milliseconds added to a tool's time-out for the response to arrive. */
const callTransitMs = 10_000;
/** Milliseconds for a tool without a contract, as in the SDK. */
const defaultTimeoutMs = 60_000;

/** Sends the call, and repeats it if that is safe, always with the same key. */
export async function send(guardParts: GuardParts, call: PreparedCall): Promise<PlainResult> {
  const key = call.options.idempotencyKey ?? freshIdempotencyKey(call);
  // Stryker disable next-line BooleanLiteral: each attempt sets it before it is read
  let didNothing = false;
  const attempt = async (number: number): Promise<PlainResult> => {
    const sent = await sendCallOnce(guardParts, call, key, number);
    didNothing = sent.didNothing;
    return sent.result;
  };
  const isIdempotent = retryIdempotent(call.subject, call.dryRun);
  const repeat = {
    isSafe: () => (isIdempotent || didNothing) && allowsRepeat(guardParts, call),
    isConclusive: isConclusiveFor(call),
  };
  return withRetry(attempt, repeat, guardParts.options.retry ?? {}, call.options.signal);
}

/**
 * The server repeats no remembered call: after a declared failure, no attempt did anything.
 */
function isConclusiveFor({ contract }: PreparedCall): (result: PlainResult) => boolean {
  const own = new Set(contract?.failureModes.filter(({ implied }) => !implied).map(({ code }) => code));
  return (result) => result.ok || own.has(result.failure.code);
}

/** The host's policy can forbid a retry but not allow one. If it throws, there is no retry. */
function allowsRepeat({ policies }: GuardParts, { subject, dryRun }: PreparedCall): boolean {
  try {
    // The default policy was asked before; it does not apply to a call that did nothing.
    return policies.retry === retryIdempotent || policies.retry(subject, dryRun);
  } catch {
    return false;
  }
}

/** Returns a new idempotency key; undefined if the contract makes one from the input. */
function freshIdempotencyKey({ contract }: PreparedCall): string | undefined {
  return contract?.idempotency?.key.length === 0 ? crypto.randomUUID() : undefined;
}

interface SentCall {
  readonly result: PlainResult;
  /** The tool did not run: the server refused, or the connection failed while the server could only be asking a person. */
  readonly didNothing: boolean;
}

async function sendCallOnce(
  guardParts: GuardParts,
  call: PreparedCall,
  key: string | undefined,
  attempt: number,
): Promise<SentCall> {
  const { subject, dryRun } = call;
  const { tool } = call.request;
  if (!isLoggedApart(guardParts, call)) return { result: notLogged(call, attempt), didNothing: false };
  guardParts.approvals.startAttempt(call);
  guardParts.tell({ tool, dryRun, ...(attempt === 1 ? { kind: "called" } : { kind: "retried", attempt }) });
  // A connection may throw instead of rejecting: `async` turns both into no answer.
  const callOnce = async (): Promise<WireResult> =>
    await guardParts.connection.callTool(toWireCall(call, key), wireOptions(guardParts, call));
  const answer = await callOnce().catch((error: unknown) => ({ kind: "none", error }) as const);
  // An error may carry a server's text like any result.
  if (answer.kind !== "unknown_tool") guardParts.session.observe(tool, flowOf(reliedOn(subject)));
  if (answer.kind === "none") return readSilence(guardParts, call, answer.error);
  if (!isWaiting(answer))
    return { result: readResponse(call, answer), didNothing: mayTryAgain(call, answer) };
  // The result does not wait for the pages to be opened.
  for (const { url, message } of linksOf(answer)) void guardParts.offerLink(url, message, true);
  const words = await inOwnWords(answer, call.contract);
  const isLinks = answer.kind === "links_required";
  const result = isLinks ? requiredLinks(call, words.text) : readResponse(call, words);
  return { result, didNothing: false };
}

/** A person who did not answer is not asked again. */
function mayTryAgain(call: PreparedCall, answer: WireResult): boolean {
  if (answer.kind !== "failed" || !isRefusal(call, answer.meta)) return false;
  return !codeOf(answer.meta)?.startsWith("confirmation_");
}

function readSilence({ approvals, connection }: GuardParts, call: PreparedCall, error: unknown): SentCall {
  const why = cutText(error instanceof Error ? error.message : String(error), bounds.message);
  const sentence = `No usable answer from the server (${why}).`;
  const { subject, dryRun } = call;
  const alwaysAsks =
    !connection.isOverlaid && !("kind" in subject) && !dryRun && isApprovedHere(subject.confirmation);
  if (!alwaysAsks || approvals.saidYes(call))
    return { result: noResponse(call, sentence), didNothing: false };
  const nothing = `${sentence} Nothing was done: nobody had confirmed it yet.`;
  return { result: failed("transport_error", nothing, { retry: "after" }), didNothing: true };
}

/** Whether the server must ask this client. If approval elsewhere is possible or unknown, the call may run without asking here. */
function isApprovedHere(confirmation: Confirmation): boolean {
  return (
    confirmation.kind === "always" &&
    confirmation.by === "here" &&
    confirmation.approver === undefined &&
    confirmation.approvers === undefined
  );
}

/** Reports the call to the open-world log of seed 004; if that fails, the call is not made. */
function isLoggedApart(guardParts: GuardParts, call: PreparedCall): boolean {
  const { tool, input } = call.request;
  try {
    if (guardParts.policies.logApart(call.subject, call.dryRun))
      guardParts.options.onOpenWorldCall?.({ tool, input, fingerprint: call.fingerprint });
    return true;
  } catch {
    return false;
  }
}

/** The result of a call that could not be logged; unknown if there was an earlier attempt. */
function notLogged(call: PreparedCall, attempt: number): PlainResult {
  const why = "The call could not be logged apart, so it was not sent.";
  return attempt === 1 ? failed("refused_by_guard", why) : noResponse(call, why);
}

function toWireCall(call: PreparedCall, key: string | undefined): WireCall {
  const { planName, tool } = call.entry;
  const usesArgument = call.dryRun && planName === undefined;
  return {
    name: (call.dryRun && planName) || tool.wireName,
    input: usesArgument ? { ...call.request.input, dryRun: true } : call.request.input,
    meta: key === undefined ? {} : { [metaKeys.idempotencyKey]: key },
  };
}

function wireOptions(guardParts: GuardParts, call: PreparedCall): WireCallOptions {
  const { signal } = call.options;
  const { timeoutMs } = call.contract ?? {};
  const waitMs = (timeoutMs ?? defaultTimeoutMs) + callTransitMs;
  return {
    ...(signal ? { signal } : {}),
    timeoutMs: waitMs + (mayAsk(guardParts, call) ? answerMs : 0),
    // A tool with a contract is limited by its time-out, and a person by the time to answer.
    totalMs: timeoutMs === undefined ? bounds.callMs : waitMs + answerMs,
    onProgress: progressTo(guardParts, call),
  };
}

/** Passes on a limited amount of progress. */
function progressTo(guardParts: GuardParts, call: PreparedCall): (progress: Progress) => void {
  const follow = guardParts.policies.follow(call.subject);
  let left: number = bounds.progress.events;
  return (given) => {
    if (left <= 0) return;
    left -= 1;
    const { message } = given;
    const progress =
      message === undefined ? given : { ...given, message: cutText(message, bounds.progress.characters) };
    guardParts.tell({ tool: call.request.tool, kind: "progress", progress, follow });
    call.options.onProgress?.(progress);
  };
}

/** Whether the server may ask a person during the call. */
function mayAsk({ approvals }: GuardParts, call: PreparedCall): boolean {
  return approvals.canAsk(call) && !call.dryRun && call.contract?.confirmation.kind !== "never";
}
