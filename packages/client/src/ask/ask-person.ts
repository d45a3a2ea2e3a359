import { isAnswerTo } from "./answered-by-person.ts";
import type { Confirm, ConfirmAnswer, ConfirmRequest } from "./request.ts";

/** Milliseconds for a person to answer. */
export const answerMs = 600_000;

/** Told of each question and its answer. */
export interface AskListener {
  asked(request: ConfirmRequest): void;
  answered(request: ConfirmRequest, approved: boolean): void;
}

/** A yes with all that the request wants; a no; or no answer: the host failed to ask, time ran out, the call was cancelled. */
export type PersonAnswer = (ConfirmAnswer & { readonly approved: true }) | "declined" | "unanswered";

export async function askPerson(
  request: ConfirmRequest,
  confirm: Confirm | undefined,
  listener: AskListener,
  signal: AbortSignal | undefined,
): Promise<PersonAnswer> {
  if (!confirm) return "unanswered";
  // A copy: what a host does to it changes nothing that is sent.
  listener.asked(structuredClone(request));
  const limit = limitedBy(Date.parse(request.expiresAt) - Date.now(), signal);
  const answer = await Promise.race([
    answerOf(confirm, structuredClone(request), limit.signal),
    aborted(limit.signal),
  ]);
  limit.clear();
  // Whatever comes now is about a call that will not be made.
  if (signal?.aborted) return "unanswered";
  const isYes = answer?.approved === true && isAnswerTo(request, answer);
  listener.answered(request, isYes);
  if (isYes) return answer;
  return answer === undefined ? "unanswered" : "declined";
}

/** Ends with the call, or when the time is over. */
function limitedBy(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, ms);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

async function answerOf(
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

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
