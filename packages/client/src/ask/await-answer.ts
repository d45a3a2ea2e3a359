import { isAnswerTo } from "./answered-by-person.ts";
import type { Confirm, ConfirmAnswer, ConfirmRequest } from "./request.ts";

/** Milliseconds that a person has to answer. */
export const answerMs = 600_000;

/** Receives each question and its answer. */
export interface AskListener {
  asked(request: ConfirmRequest): void;
  answered(request: ConfirmRequest, approved: boolean): void;
}

/** A complete yes, a no, or no answer: a failure of the host, a time-out or a cancellation. */
export type PersonAnswer = (ConfirmAnswer & { readonly approved: true }) | "declined" | "unanswered";

export async function awaitAnswer(
  request: ConfirmRequest,
  confirm: Confirm | undefined,
  listener: AskListener,
  signal: AbortSignal | undefined,
): Promise<PersonAnswer> {
  if (!confirm) return "unanswered";
  // A copy, so that the host cannot change what is sent.
  listener.asked(structuredClone(request));
  const limit = limitedByAnswerTime(Date.parse(request.expiresAt) - Date.now(), signal);
  const answer = await Promise.race([
    answerOfPerson(confirm, structuredClone(request), limit.signal),
    abortedAnswer(limit.signal),
  ]);
  limit.clear();
  // A later answer has no effect.
  if (signal?.aborted) return "unanswered";
  const isYes = answer?.approved === true && isAnswerTo(request, answer);
  listener.answered(request, isYes);
  if (isYes) return answer;
  return answer === undefined ? "unanswered" : "declined";
}

/** Aborted when the guarded call is cancelled or the time to answer runs out. */
function limitedByAnswerTime(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, ms);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

async function answerOfPerson(
  confirm: Confirm,
  request: ConfirmRequest,
  signal: AbortSignal,
): Promise<ConfirmAnswer | undefined> {
  try {
    return await confirm(request, signal);
  } catch {
    return undefined;
  }
}

function abortedAnswer(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined));
  });
}
