import { metaKeys, type ConfirmationNote, type JsonObject } from "@proviso/manifest";
import type { Answer, ConfirmationRequest } from "../../api/outcome.ts";
import type { SentAnswer } from "../wire/ask-and-invoke.ts";
import type { Senders } from "../wire/senders.ts";
import {
  clientCapabilities,
  inputRequired,
  isRequestTimeout,
  type InputRequiredResult,
  type McpRequestContext,
  type Server,
  type ServerContext,
} from "./sdk.ts";

/** The key of the question and of its answer. */
const questionKey = "confirm";

/** Whether this client can show a form to a person. An empty capability means forms. */
export function canAskPerson(
  protocol: Server,
  era: McpRequestContext["era"],
  context: ServerContext,
): boolean {
  const elicitation = clientCapabilities(protocol, era, context)?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function formRequest({ message, answerSchema, ...note }: ConfirmationRequest) {
  return {
    method: "elicitation/create" as const,
    params: {
      mode: "form" as const,
      message,
      requestedSchema: answerSchema as never,
      _meta: { [metaKeys.confirmation]: note satisfies ConfirmationNote },
    },
  };
}

/** The question as the result of a 2026-07-28 call. The client calls again with the state and an answer. */
export function questionResult(question: ConfirmationRequest, state: string): InputRequiredResult {
  return inputRequired({ inputRequests: { [questionKey]: formRequest(question) }, requestState: state });
}

/**
 * The answer in a 2026-07-28 call. It is untrusted: the pipeline checks the state. If it does not answer our question, the
 * question is asked again (MRTR, "Error Handling").
 */
export function broughtAnswer({ mcpReq }: ServerContext): Answer | undefined {
  const responses = mcpReq.inputResponses ?? {};
  const response: unknown = Object.hasOwn(responses, questionKey) ? responses[questionKey] : undefined;
  if (!isElicitResult(response)) return undefined;
  const state = mcpReq.requestState<unknown>();
  return { state: typeof state === "string" ? state : "", ...readResponse(response) };
}

function isElicitResult(response: unknown): boolean {
  const { action } = (response ?? {}) as { readonly action?: unknown };
  return action === "accept" || action === "decline" || action === "cancel";
}

/** Asks a 2025 client, over the stream of the call. Without the SDK's own shim, whose errors have no code. */
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
    return { answer: { state, ...readResponse(result) }, principal: senders.ofAnswer(result) };
  } catch (error) {
    const action = isRequestTimeout(error) ? "timeout" : "error";
    return { answer: { state, action }, principal: senders.ofRequest(http ?? {}) };
  }
}

function readResponse(response: unknown): Pick<Answer, "action" | "content"> {
  const { action, content } = (response ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  if (action !== "accept" && action !== "decline") return { action: "cancel" };
  return { action, ...(typeof content === "object" && content ? { content: content as JsonObject } : {}) };
}
