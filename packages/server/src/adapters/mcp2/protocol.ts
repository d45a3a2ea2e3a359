import { resolveMethod, type Failure } from "@proviso/manifest";
import type {
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  WireRequest,
} from "../../api/outcome.ts";
import { answered, askAndInvoke, type Asking, type SentAnswer } from "../wire/ask-and-invoke.ts";
import { protocolError, readCallNotes } from "../wire/call-notes.ts";
import type { McpOptions } from "../wire/mcp-options.ts";
import { aMoment, pingMs, progressLine, type ProgressLine } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import { stillWaiting, toResult } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { toolPages } from "../wire/tool-pages.ts";
import { askPerson, broughtAnswer, canAskPerson, questionResult } from "./question.ts";
import {
  missingElicitation,
  onCustomRequest,
  protocolServer,
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsResult,
  type McpRequestContext,
  type Server,
  type ServerContext,
} from "./sdk.ts";

type Era = McpRequestContext["era"];

/** Makes the protocol side of one connection, or of one HTTP request. They share their definitions. */
export type ProtocolFactory = (era: Era, senders: Senders) => Server;

const defaultAskTimeoutMs = 10 * 60_000;

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const pageOf = toolPages(server, options);
  const askTimeoutMs = options.askTimeoutMs ?? defaultAskTimeoutMs;
  return (era, senders) => {
    const protocol = protocolServer(options.serverInfo, extensions, options.instructions);
    const senderOf = ({ http }: ServerContext): Principal | undefined => senders.ofRequest(http ?? {});
    // 2026-07-28 has no `execution`; the SDK leaves it out there.
    protocol.setRequestHandler(
      "tools/list",
      ({ params }, context) => pageOf(senderOf(context), params?.cursor) as unknown as ListToolsResult,
    );
    protocol.setRequestHandler("tools/call", async ({ params }, context) => {
      const { progressToken, ...notes } = readCallNotes(context.mcpReq._meta);
      const { onProgress, flush } = progressOf(era, context, progressToken);
      const invocation: InvokeOptions = {
        ...notes,
        ...invocationOf(protocol, era, senderOf(context), context),
        ...(onProgress && { onProgress }),
      };
      const invoke = (sent?: SentAnswer): Promise<Outcome> =>
        server.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation);
      const ask = (question: ConfirmationRequest, state: string): Promise<SentAnswer> =>
        askPerson(context, senders, question, state, askTimeoutMs);
      const outcome =
        era === "modern"
          ? await callOnce(invoke, invocation.principal, context)
          : await askAndInvoke({ invoke, ask, onProgress });
      await flush();
      return era === "modern" ? modernResult(outcome, params.name) : legacyResult(outcome, params.name);
    });
    onCustomRequest(protocol, resolveMethod, (params, context) =>
      answerResolve(server, params, senderOf(context)),
    );
    return protocol;
  };
}

function invocationOf(
  protocol: Server,
  era: Era,
  principal: Principal | undefined,
  context: ServerContext,
): InvokeOptions {
  return {
    ...(principal ? { principal } : {}),
    wire: wireRequest(context),
    signal: context.mcpReq.signal,
    canAsk: canAskPerson(protocol, era, context),
  };
}

function wireRequest({ mcpReq, sessionId, http }: ServerContext): WireRequest {
  return {
    requestId: mcpReq.id,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(http === undefined ? {} : { transport: "tcp" }),
  };
}

/** Since 2026-07-28 a server cannot ping. */
function progressOf(
  era: Era,
  { mcpReq, http }: ServerContext,
  token: string | number | undefined,
): ProgressLine {
  const ping = (): Promise<unknown> => mcpReq.send({ method: "ping" }, { timeout: pingMs });
  return progressLine({
    token,
    notify: (params) => mcpReq.notify({ method: "notifications/progress", params: { ...params } }),
    ...(http === undefined && { caughtUp: era === "modern" ? aMoment : ping }),
  });
}

/** Since 2026-07-28 a question ends the call, and the next call brings the answer, from that call's sender. */
function callOnce(
  invoke: Asking["invoke"],
  principal: Principal | undefined,
  context: ServerContext,
): Promise<Outcome> {
  const answer = broughtAnswer(context);
  return invoke(answer && { answer, principal });
}

function modernResult(outcome: Outcome, name: string): CallToolResult | InputRequiredResult {
  if (outcome.kind === "input_required") return questionResult(outcome.request, outcome.state);
  if (outcome.kind === "refused") throwProtocolFailure(outcome.failure);
  return toResult(outcome, name);
}

function legacyResult(outcome: Outcome, name: string): CallToolResult {
  return outcome.kind === "input_required" ? stillWaiting() : toResult(outcome, name);
}

/** Since 2026-07-28 two refusals are protocol errors: nobody can be asked, and a forged state. */
function throwProtocolFailure({ code, message, details }: Failure): void {
  if (code === "confirmation_required" && details === undefined) throw missingElicitation(message);
  if (code === "confirmation_unanswered" && details?.["answer"] === "forged") throw protocolError(message);
}
