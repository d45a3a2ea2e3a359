import { resolveMethod, type Failure } from "@proviso/manifest";
import type {
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  WireRequest,
} from "../../api/outcome.ts";
import { answered, askAndInvoke, type Asking, type SentAnswer } from "../carriers/ask-and-invoke.ts";
import { opensLinks, showsForms } from "../carriers/form-elicitation.ts";
import { askedByResult, broughtAnswer, linkByResult } from "../carriers/input-required.ts";
import { newLink, watchLink, type Link } from "../carriers/url-elicitation.ts";
import { protocolError, readCallNotes } from "../wire/call-notes.ts";
import type { McpOptions } from "../wire/mcp-options.ts";
import { aMoment, pingMs, progressLine, type ProgressLine } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import { stillWaiting, toResult } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { toolPages } from "../wire/tool-pages.ts";
import { askPerson, offerLink } from "./ask-person.ts";
import {
  clientCapabilities,
  inputRequired,
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
      const declared = clientCapabilities(protocol, era, context)?.elicitation;
      const invocation: InvokeOptions = {
        ...notes,
        ...invocationOf(senderOf(context), context),
        canAsk: showsForms(declared),
        ...(onProgress && { onProgress }),
      };
      const invoke = (sent?: SentAnswer): Promise<Outcome> =>
        server.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation);
      const ask = (question: ConfirmationRequest, state: string): Promise<SentAnswer> =>
        askPerson(context, senders, question, state, askTimeoutMs);
      const openLink = async (link: Link): Promise<void> => {
        watchLink(link, { waiting: server.waiting, caller: invocation.principal, connection: protocol });
        await offerLink(context, link, askTimeoutMs);
      };
      const outcome =
        era === "modern"
          ? await callOnce(invoke, invocation.principal, context)
          : await askAndInvoke({
              invoke,
              ask,
              ...(opensLinks(declared) && { openLink }),
              signal: context.mcpReq.signal,
              onProgress,
            });
      await flush();
      return era === "modern"
        ? modernResult(outcome, params.name, opensLinks(declared))
        : legacyResult(outcome, params.name);
    });
    onCustomRequest(protocol, resolveMethod, (params, context) =>
      answerResolve(server, params, senderOf(context)),
    );
    return protocol;
  };
}

function invocationOf(principal: Principal | undefined, context: ServerContext): InvokeOptions {
  return {
    ...(principal ? { principal } : {}),
    wire: wireRequest(context),
    signal: context.mcpReq.signal,
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
  const answer = broughtAnswer(context.mcpReq);
  return invoke(answer && { answer, principal });
}

function modernResult(
  outcome: Outcome,
  name: string,
  canOpen: boolean,
): CallToolResult | InputRequiredResult {
  if (outcome.kind === "input_required")
    return inputRequired(askedByResult(outcome.request, outcome.state) as never);
  const link = canOpen ? newLink(outcome) : undefined;
  if (link) return inputRequired(linkByResult(link) as never);
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
