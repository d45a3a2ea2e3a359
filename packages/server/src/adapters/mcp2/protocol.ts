import { resolveMethod, type Failure } from "@proviso/manifest";
import type {
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  WaitingTasks,
  WireRequest,
} from "../../api/outcome.ts";
import { answered, askAndInvoke, type Asking, type SentAnswer } from "../carriers/ask-and-invoke.ts";
import { opensLinks, showsForms } from "../carriers/form-elicitation.ts";
import { askedByResult, broughtAnswer, linkByResult } from "../carriers/input-required.ts";
import { takesTasks, taskExtensions, taskOfCall } from "../carriers/task.ts";
import { newLink, watchLink, type ApprovalLink } from "../carriers/url-elicitation.ts";
import { resultFor, servedApp, type AppOfClient } from "../wire/app.ts";
import { clientName, protocolError, readCallNotes } from "../wire/call-notes.ts";
import type { McpOptions } from "../wire/mcp-options.ts";
import { servedTools } from "../wire/discovery.ts";
import { narrowed } from "../wire/toolset.ts";
import { aMoment, pingMs, progressLine, type ProgressLine } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import { stillWaiting } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { toolPages } from "../wire/tool-pages.ts";
import { askPerson, offerLink } from "./ask-person.ts";
import { serveTasks } from "./tasks.ts";
import {
  clientCapabilities,
  clientInfo,
  inputRequired,
  listCaching,
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

/** Makes the protocol side of one connection, or of one HTTP request. All of them share their definitions. */
export type ProtocolFactory = (era: Era, senders: Senders) => Server;

const defaultAskTimeoutMs = 10 * 60_000;

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const served = servedTools<ListToolsResult>(server, options, toolPages(server, options));
  const askTimeoutMs = options.askTimeoutMs ?? defaultAskTimeoutMs;
  const app = servedApp(server, options);
  return (era, senders) => {
    const tasks = era === "modern" ? server.waiting.tasks : undefined;
    const offered = { ...extensions, ...(tasks && taskExtensions(tasks)) };
    const protocol = protocolServer(options, offered, app?.capabilities);
    const declaredIn = (context: ServerContext) => clientCapabilities(protocol, era, context);
    const senderOf = ({ http }: ServerContext): Principal | undefined => senders.ofRequest(http ?? {});
    const hereOf = ({ http }: ServerContext) => narrowed(server, senders.toolsetOf(http ?? {}));
    // 2026-07-28 has no `execution`, and the SDK leaves it out.
    // The host's own server has its own hints about caching, or none.
    const caching = era === "modern" && options.beside ? listCaching : {};
    protocol.setRequestHandler("tools/list", ({ params }, context) => {
      const page = served.list(hereOf(context), senderOf(context), params?.cursor);
      return { ...(app?.ofClient(declaredIn(context))?.withTools(page) ?? page), ...caching };
    });
    if (app) {
      protocol.setRequestHandler("resources/list", (_, context) => app.listPage(declaredIn(context)));
      protocol.setRequestHandler("resources/read", ({ params }, context) =>
        app.readPage(params.uri, declaredIn(context)),
      );
    }
    protocol.setRequestHandler("tools/call", async ({ params: given }, context) => {
      const declared = declaredIn(context);
      const appOfCall = app?.ofClient(declared);
      const clicked = appOfCall?.answer(given.name, given.arguments, senderOf(context));
      if (clicked) return clicked;
      const here = hereOf(context);
      const { params, answer } = served.enter(here, given, senderOf(context));
      if (answer) return answer;
      // The host shows the page of a tool that it calls by its own name.
      const shown = params === given ? appOfCall : undefined;
      const { progressToken, ...notes } = readCallNotes(context.mcpReq._meta);
      const progress = progressOf(era, context, progressToken);
      const invocation: InvokeOptions = {
        ...notes,
        ...invocationOf(senderOf(context), context, clientInfo(protocol, era, context)),
        canAsk: showsForms(declared?.elicitation),
        ...(progress && { onProgress: progress.onProgress }),
      };
      const invoke = (sent?: SentAnswer): Promise<Outcome> =>
        here.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation);
      const call: IncomingCall = {
        name: params.name,
        invocation,
        invoke,
        progress,
        context,
        declared,
        shown,
      };
      if (era === "modern") return modernCall(call, tasks);
      return legacyCall(call, { server, protocol, senders, askTimeoutMs });
    });
    if (tasks) serveTasks(protocol, tasks, (context) => invocationOf(senderOf(context), context));
    onCustomRequest(protocol, resolveMethod, (params, context) =>
      answerResolve(hereOf(context), params, senderOf(context)),
    );
    return protocol;
  };
}

function invocationOf(
  principal: Principal | undefined,
  context: ServerContext,
  client?: unknown,
): InvokeOptions {
  return {
    ...(principal ? { principal } : {}),
    wire: { ...wireRequest(context), ...clientName(client) },
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

/** Sends progress. Since 2026-07-28 a server cannot ping, so the result waits a moment instead. */
function progressOf(
  era: Era,
  { mcpReq, http }: ServerContext,
  token: string | number | undefined,
): ProgressLine | undefined {
  const ping = (): Promise<unknown> => mcpReq.send({ method: "ping" }, { timeout: pingMs });
  return progressLine({
    token,
    notify: (params) => mcpReq.notify({ method: "notifications/progress", params: { ...params } }),
    ...(http === undefined && { caughtUp: era === "modern" ? aMoment : ping }),
  });
}

/** A call as both eras handle it. */
interface IncomingCall {
  readonly name: string;
  readonly invocation: InvokeOptions;
  readonly invoke: Asking["invoke"];
  readonly progress: ProgressLine | undefined;
  readonly context: ServerContext;
  readonly declared: ReturnType<typeof clientCapabilities>;
  readonly shown: AppOfClient | undefined;
}

/** Since 2026-07-28 a question ends the call, and the next call brings the answer, from that call's sender. */
async function modernCall(
  { name, invocation, invoke, progress, context, declared, shown }: IncomingCall,
  tasks: WaitingTasks | undefined,
): Promise<CallToolResult | InputRequiredResult> {
  const answer = broughtAnswer(context.mcpReq);
  const outcome = await invoke(answer && { answer, principal: invocation.principal });
  if (progress) await progress.flush();
  if (shown?.shows(name)) return modernResult(outcome, name, shown, invocation.principal);
  const link = opensLinks(declared?.elicitation) ? newLink(outcome) : undefined;
  if (link) return inputRequired(linkByResult(link) as never);
  const task = tasks && takesTasks(declared) ? await taskOfCall(tasks, outcome, invocation) : undefined;
  return (task as CallToolResult | undefined) ?? modernResult(outcome, name);
}

interface LegacyAsking {
  readonly server: EnforcingServer;
  readonly protocol: Server;
  readonly senders: Senders;
  readonly askTimeoutMs: number;
}

/** Up to 2025-11-25 questions and links are sent while the call waits. */
async function legacyCall(
  { name, invocation, invoke, progress, context, declared, shown }: IncomingCall,
  { server, protocol, senders, askTimeoutMs }: LegacyAsking,
): Promise<CallToolResult> {
  const openLink = async (link: ApprovalLink): Promise<void> => {
    watchLink(link, { waiting: server.waiting, caller: invocation.principal, connection: protocol });
    await offerLink(context, link, askTimeoutMs);
  };
  const outcome = await askAndInvoke({
    invoke,
    ask: (question, state) => askPerson(context, senders, question, state, askTimeoutMs),
    ...(!shown?.shows(name) && opensLinks(declared?.elicitation) && { openLink }),
    signal: context.mcpReq.signal,
    onProgress: progress?.onProgress,
  });
  if (progress) await progress.flush();
  if (outcome.kind === "input_required") return stillWaiting();
  return resultFor(shown, outcome, name, invocation.principal);
}

function modernResult(
  outcome: Outcome,
  name: string,
  shown?: AppOfClient,
  caller?: Principal,
): CallToolResult | InputRequiredResult | Promise<CallToolResult> {
  if (outcome.kind === "input_required")
    return inputRequired(askedByResult(outcome.request, outcome.state) as never);
  if (outcome.kind === "refused") throwProtocolFailure(outcome.failure);
  return resultFor(shown, outcome, name, caller);
}

/**
 * Since 2026-07-28 a forged state is a protocol error. That nobody can be asked is a result, not the error -32021 for a missing
 * capability: agent frameworks answer that with "try again", and a model has to read why.
 */
function throwProtocolFailure({ code, message, details }: Failure): void {
  if (code === "confirmation_unanswered" && details?.["answer"] === "forged") throw protocolError(message);
}
