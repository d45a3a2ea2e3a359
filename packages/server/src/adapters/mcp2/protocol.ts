import { resolveMethod, type Failure } from "@proviso/manifest";
import type { EnforcingServer, Outcome, Principal, WaitingTasks } from "../../api/outcome.ts";
import { opensLinks, showsForms } from "../carriers/form-elicitation.ts";
import {
  enterCall,
  legacyCall,
  type CallRequest,
  type IncomingCall,
  type LegacyAsking,
} from "../carriers/incoming-call.ts";
import { askedByResult, broughtAnswer, linkByResult } from "../carriers/input-required.ts";
import { takesTasks, taskExtensions, taskOfCall } from "../carriers/task.ts";
import { newLink } from "../carriers/url-elicitation.ts";
import { resultFor, servedApp, type AppOfClient } from "../wire/app.ts";
import { invocationOf, protocolError } from "../wire/call-notes.ts";
import { defaultAskTimeoutMs, type McpOptions } from "../wire/mcp-options.ts";
import { servedTools } from "../wire/discovery.ts";
import { narrowed } from "../wire/toolset.ts";
import { aMoment, pingMs } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import type { Senders } from "../wire/senders.ts";
import { toolPages } from "../wire/tool-pages.ts";
import { serveTasks } from "./tasks.ts";
import {
  clientCapabilities,
  clientInfo,
  inputRequired,
  isRequestTimeout,
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

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const served = servedTools<ListToolsResult>(server, options, toolPages(server, options));
  const timeout = options.askTimeoutMs ?? defaultAskTimeoutMs;
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
    protocol.setRequestHandler("tools/call", ({ params }, context) => {
      const { mcpReq } = context;
      const declared = declaredIn(context);
      const known = optionsOf(senderOf(context), context, clientInfo(protocol, era, context));
      const request = {
        here: hereOf(context),
        options: { ...known, canAsk: showsForms(declared?.elicitation) },
        declared,
        ...progressWay(era, context),
      };
      const asking: LegacyAsking = {
        waiting: server.waiting,
        senders,
        connection: protocol,
        send: async (question) => mcpReq.send(question, { signal: mcpReq.signal, timeout }),
        isTimeout: isRequestTimeout,
      };
      return enterCall<CallToolResult | InputRequiredResult>({ served, app }, params, request, (call) =>
        era === "modern" ? modernCall(call, request, mcpReq, tasks) : legacyCall(call, request, asking),
      );
    });
    if (tasks) serveTasks(protocol, tasks, (context) => optionsOf(senderOf(context), context));
    onCustomRequest(protocol, resolveMethod, (params, context) =>
      answerResolve(hereOf(context), params, senderOf(context)),
    );
    return protocol;
  };
}

function optionsOf(
  principal: Principal | undefined,
  { mcpReq, sessionId, http }: ServerContext,
  client?: unknown,
): CallRequest["options"] {
  const request = { requestId: mcpReq.id, sessionId, isHttp: http !== undefined, client };
  return { ...invocationOf(principal, request), signal: mcpReq.signal };
}

/** How progress is sent. Since 2026-07-28 a server cannot ping, so the result waits a moment instead. */
function progressWay(
  era: Era,
  { mcpReq, http }: ServerContext,
): Pick<CallRequest, "meta" | "notify" | "caughtUp"> {
  const ping = (): Promise<unknown> => mcpReq.send({ method: "ping" }, { timeout: pingMs });
  return {
    meta: mcpReq._meta,
    notify: (params) => mcpReq.notify({ method: "notifications/progress", params: { ...params } }),
    ...(http === undefined && { caughtUp: era === "modern" ? aMoment : ping }),
  };
}

/** Since 2026-07-28 a question ends the call, and the next call brings the answer, from that call's sender. */
async function modernCall(
  { name, invocation, invoke, progress, shown }: IncomingCall,
  { declared }: CallRequest,
  brought: Parameters<typeof broughtAnswer>[0],
  tasks: WaitingTasks | undefined,
): Promise<CallToolResult | InputRequiredResult> {
  const answer = broughtAnswer(brought);
  const outcome = await invoke(answer && { answer, principal: invocation.principal });
  await progress?.flush();
  if (shown?.shows(name)) return modernResult(outcome, name, shown, invocation.principal);
  const link = opensLinks(declared?.elicitation) ? newLink(outcome) : undefined;
  if (link) return inputRequired(linkByResult(link) as never);
  const task = tasks && takesTasks(declared) ? await taskOfCall(tasks, outcome, invocation) : undefined;
  return (task as CallToolResult | undefined) ?? modernResult(outcome, name);
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
