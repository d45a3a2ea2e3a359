import type { ConfirmationRequest } from "../../api/outcome.ts";
import type { SentAnswer } from "../carriers/ask-and-invoke.ts";
import { formRequest, readFormAnswer } from "../carriers/form-elicitation.ts";
import { linkRequestOf2025, type ApprovalLink } from "../carriers/url-elicitation.ts";
import type { Senders } from "../wire/senders.ts";
import { isRequestTimeout, type ServerContext } from "./sdk.ts";

/** Asks a 2025 client over the call's stream. The errors of the SDK's shim have no code. */
export async function askPerson(
  { mcpReq, http }: ServerContext,
  senders: Senders,
  question: ConfirmationRequest,
  state: string,
  timeoutMs: number,
): Promise<SentAnswer> {
  try {
    const options = { signal: mcpReq.signal, timeout: timeoutMs };
    const result = await mcpReq.send(formRequest(question), options);
    return { answer: { state, ...readFormAnswer(result) }, principal: senders.ofAnswer(result) };
  } catch (error) {
    const action = isRequestTimeout(error) ? "timeout" : "error";
    return { answer: { state, action }, principal: senders.ofRequest(http ?? {}) };
  }
}

/** Offers a 2025 client the link, over the stream of the call. No answer of the client matters. */
export async function offerLink(
  { mcpReq }: ServerContext,
  link: ApprovalLink,
  timeoutMs: number,
): Promise<void> {
  const options = { signal: mcpReq.signal, timeout: timeoutMs };
  await mcpReq.send(linkRequestOf2025(link), options).catch(() => {});
}
