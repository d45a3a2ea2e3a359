import type { Answer, ConfirmationRequest } from "../../api/outcome.ts";
import { formRequest, readFormAnswer } from "./form-elicitation.ts";
import { linkRequest, type ApprovalLink } from "./url-elicitation.ts";

/** The key of the question and of its answer. */
const questionKey = "confirm";
const linkKey = "open";

/** What the client has to do before it calls again. */
interface InputRequired {
  readonly inputRequests: Readonly<Record<string, object>>;
  readonly requestState?: string;
}

/** The question as the result of a 2026-07-28 call. The client repeats the call with an answer. */
export function askedByResult(question: ConfirmationRequest, state: string): InputRequired {
  return { inputRequests: { [questionKey]: formRequest(question) }, requestState: state };
}

/** The link as the result of a 2026-07-28 call. The client calls again; its answer is ignored. */
export function linkByResult(link: ApprovalLink): InputRequired {
  return { inputRequests: { [linkKey]: linkRequest(link) } };
}

/** What an SDK has read of a call that brings answers. */
interface Brought {
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
  requestState<State>(): State | undefined;
}

/**
 * The answer in a 2026-07-28 call. It is untrusted: the pipeline checks the state. If it does not
 * answer our question, the question is asked again (MRTR, "Error Handling").
 */
export function broughtAnswer(brought: Brought): Answer | undefined {
  const responses = brought.inputResponses ?? {};
  const response: unknown = Object.hasOwn(responses, questionKey) ? responses[questionKey] : undefined;
  if (!isElicitResult(response)) return undefined;
  const state = brought.requestState<unknown>();
  return { state: typeof state === "string" ? state : "", ...readFormAnswer(response) };
}

function isElicitResult(response: unknown): boolean {
  const { action } = (response ?? {}) as { readonly action?: unknown };
  return action === "accept" || action === "decline" || action === "cancel";
}
