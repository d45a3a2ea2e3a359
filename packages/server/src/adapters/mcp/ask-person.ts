import { metaKeys, type ConfirmationNote, type JsonObject } from "@proviso/manifest";
import type { Answer, ConfirmationRequest } from "../../api/outcome.ts";
import type { SentAnswer } from "../wire/ask-and-invoke.ts";
import type { Senders } from "../wire/senders.ts";
import { ElicitResultSchema, isRequestTimeout, type RequestExtra, type Server } from "./sdk.ts";

/** Whether this client can show a form to a person. */
export function canAskPerson(server: Server): boolean {
  return server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/** Asks through the client, over the stream of the call. The pipeline checks the content of an accepted answer. */
export async function askPerson(
  extra: RequestExtra,
  senders: Senders,
  question: ConfirmationRequest,
  state: string,
  timeoutMs: number,
): Promise<SentAnswer> {
  const { message, answerSchema, ...note } = question;
  const params = {
    mode: "form" as const,
    message,
    requestedSchema: answerSchema as never,
    _meta: { [metaKeys.confirmation]: note satisfies ConfirmationNote },
  };
  try {
    const request = { method: "elicitation/create" as const, params };
    const options = { signal: extra.signal, timeout: timeoutMs };
    const result = await extra.sendRequest(request, ElicitResultSchema, options);
    const { action, content } = result;
    const answer: Answer = { state, action, ...(content ? { content: content as JsonObject } : {}) };
    return { answer, principal: senders.ofAnswer(result) };
  } catch (error) {
    const action = isRequestTimeout(error) ? "timeout" : "error";
    return { answer: { state, action }, principal: senders.ofRequest(extra) };
  }
}
