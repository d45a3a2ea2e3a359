import type { JsonObject } from "@proviso/manifest";
import type { ConfirmAnswer, ConfirmRequest } from "./request.ts";

/** The person's input. `yes` alone approves a call without a phrase. */
export interface PersonInput {
  readonly yes: boolean;
  /** As typed. */
  readonly phrase?: string;
  readonly content?: JsonObject;
}

const declinedAnswer: ConfirmAnswer = { approved: false };

/**
 * Marks an answer as given by a person to this request. Call it where the person's click or key
 * arrives, with what they entered. Nothing is filled in; anything missing means no.
 */
export function answeredByPerson(
  request: Pick<ConfirmRequest, "kind" | "id"> & { readonly phrase?: string },
  said: PersonInput,
): ConfirmAnswer {
  const { yes, phrase, content } = said;
  if (yes !== true) return declinedAnswer;
  const requestId = request.id;
  if (request.kind === "question")
    return content && Object.keys(content).length > 0
      ? { approved: true, requestId, content }
      : declinedAnswer;
  if (request.phrase === undefined) return { approved: true, requestId };
  return phrase?.trim() === request.phrase
    ? { approved: true, requestId, phrase: phrase.trim() }
    : declinedAnswer;
}

/** Whether an answer belongs to this request and has everything that it requires. */
export function isAnswerTo(
  request: ConfirmRequest,
  answer: ConfirmAnswer & { readonly approved: true },
): boolean {
  if (answer.requestId !== request.id) return false;
  // Seed 001 requires explicit confirmation: an empty answer is none.
  if (request.kind === "question") return Object.keys(answer.content ?? {}).length > 0;
  return request.phrase === undefined || answer.phrase?.trim() === request.phrase;
}
