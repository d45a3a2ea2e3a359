import type { ConfirmationRequest } from "../../api/outcome.ts";
import type { SentAnswer } from "../carriers/ask-and-invoke.ts";
import { formRequest, readFormAnswer } from "../carriers/form-elicitation.ts";
import { linkRequestOf2025, type ApprovalLink } from "../carriers/url-elicitation.ts";
import type { Senders } from "../wire/senders.ts";
import { ElicitResultSchema, isRequestTimeout, type RequestExtra } from "./sdk.ts";

/** Asks through the client, over the stream of the call. */
export async function askPerson(
  extra: RequestExtra,
  senders: Senders,
  question: ConfirmationRequest,
  state: string,
  timeoutMs: number,
): Promise<SentAnswer> {
  try {
    const options = { signal: extra.signal, timeout: timeoutMs };
    const result = await extra.sendRequest(formRequest(question), ElicitResultSchema, options);
    return { answer: { state, ...readFormAnswer(result) }, principal: senders.ofAnswer(result) };
  } catch (error) {
    const action = isRequestTimeout(error) ? "timeout" : "error";
    return { answer: { state, action }, principal: senders.ofRequest(extra) };
  }
}

/** Offers the link over the stream of the call. No answer of the client matters. */
export async function offerLink(extra: RequestExtra, link: ApprovalLink, timeoutMs: number): Promise<void> {
  const options = { signal: extra.signal, timeout: timeoutMs };
  await extra.sendRequest(linkRequestOf2025(link), ElicitResultSchema, options).catch(() => {});
}
