import type { Answer, ConfirmationRequest, InvokeOptions, Outcome, Principal } from "../../api/outcome.ts";
import { newLink, type ApprovalLink } from "./url-elicitation.ts";

/** An answer and its sender: that principal must still be allowed to make the call. */
export interface SentAnswer {
  readonly answer: Answer;
  readonly principal: Principal | undefined;
}

/** Makes the call again with the answer, as the answer's sender. */
export function answered(invocation: InvokeOptions, { answer, principal }: SentAnswer): InvokeOptions {
  const { principal: _, ...rest } = invocation;
  return { ...rest, answer, ...(principal ? { principal } : {}) };
}

export interface Asking {
  invoke(sent?: SentAnswer): Promise<Outcome>;
  ask(question: ConfirmationRequest, state: string): Promise<SentAnswer>;
  /** Resolves when the client has opened or rejected the link. Absent if it opens none. */
  readonly openLink?: ((link: ApprovalLink) => Promise<void>) | undefined;
  /** Aborted when the client has cancelled the call, or is gone. */
  readonly signal: AbortSignal;
  /** Absent if the client wants no progress. */
  readonly onProgress: InvokeOptions["onProgress"];
}

/** The limit of questions of one call. The pipeline asks once; more questions are a bug. */
const maxQuestions = 8;

/**
 * Makes a call of MCP up to 2025-11-25: the question is asked while the call waits. After a link
 * was opened, the call is made again: it runs if a person has approved it, and else waits.
 */
export async function askAndInvoke({ invoke, ask, openLink, signal, onProgress }: Asking): Promise<Outcome> {
  const telling = waitingTeller(onProgress);
  let outcome = await invoke();
  for (let asked = 0; outcome.kind === "input_required" && asked < maxQuestions; asked++) {
    const { request, state } = outcome;
    outcome = await invoke(await telling(() => ask(request, state)));
  }
  const link = openLink && newLink(outcome);
  if (!link) return outcome;
  await telling(() => openLink(link));
  return signal.aborted ? outcome : invoke();
}

/** Milliseconds. Clients of the SDKs give up after a minute without progress. */
const tellEveryMs = 10_000;
// The approval may come from a client that has asked its person before the call.
const waitingMessage = "Waiting for the approval of this call.";

/**
 * Sends progress while a person decides, so that a client with a time-out does not give up. The
 * steps are so small that the handler's own progress still rises afterwards.
 */
function waitingTeller(
  onProgress: InvokeOptions["onProgress"],
): <Result>(wait: () => Promise<Result>) => Promise<Result> {
  let told = 0;
  const tell = (): void => onProgress?.({ progress: ++told / 1_000_000, message: waitingMessage });
  return async (wait) => {
    if (!onProgress) return wait();
    tell();
    const timer = setInterval(tell, tellEveryMs);
    try {
      return await wait();
    } finally {
      clearInterval(timer);
    }
  };
}
