import { metaKeys, type ConfirmationNote, type JsonObject } from "@proviso/manifest";
import type { Answer, ConfirmationRequest } from "../../api/outcome.ts";
import { ElicitResultSchema, type RequestExtra, type Server } from "./sdk.ts";

/** Whether this client says that it can show a form to a person. */
export function canAskPerson(server: Server): boolean {
  return server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/**
 * Asks through the client, over the stream of the call itself. Without an answer in time, or with an answer that is
 * none, nobody has agreed. What an accepted answer must contain is the pipeline's affair, not checked here.
 */
export async function askPerson(
  extra: RequestExtra,
  question: ConfirmationRequest,
  state: string,
  timeoutMs: number,
): Promise<Answer> {
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
    const { action, content } = await extra.sendRequest(request, ElicitResultSchema, options);
    return { state, action, ...(content ? { content: content as JsonObject } : {}) };
  } catch {
    return { state, action: "cancel" };
  }
}
