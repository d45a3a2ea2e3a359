import { resolveMethod } from "@proviso/manifest";
import type { EnforcingServer, InvokeOptions, Principal, WireRequest } from "../../api/outcome.ts";
import { answered, askAndInvoke } from "../carriers/ask-and-invoke.ts";
import { opensLinks } from "../carriers/form-elicitation.ts";
import { watchLink, type ApprovalLink } from "../carriers/url-elicitation.ts";
import { resultFor, servedApp, type ServedApp } from "../wire/app.ts";
import { clientName, readCallNotes } from "../wire/call-notes.ts";
import type { McpOptions } from "../wire/mcp-options.ts";
import { servedTools } from "../wire/discovery.ts";
import { narrowed } from "../wire/toolset.ts";
import { pingMs, progressLine, type ProgressLine } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import { stillWaiting } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { askPerson, offerLink } from "./ask-person.ts";
import { listedTools } from "./listed-tools.ts";
import {
  CallToolRequestSchema,
  EmptyResultSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  onCustomRequest,
  protocolServer,
  ReadResourceRequestSchema,
  type RequestExtra,
  type Server,
} from "./sdk.ts";

/** Makes the protocol side of one connection. The connections of one factory share their listings. */
export type ProtocolFactory = (senders: Senders) => Server;

const defaultAskTimeoutMs = 10 * 60_000;

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const served = servedTools<ListToolsResult>(server, options, listedTools(server, options));
  const askTimeoutMs = options.askTimeoutMs ?? defaultAskTimeoutMs;
  const app = servedApp(server, options);
  return (senders) => {
    const protocol = protocolServer(options, extensions, app?.capabilities);
    const appOfClient = () => app?.ofClient(protocol.getClientCapabilities());
    const hereOf = (extra: RequestExtra) => narrowed(server, senders.toolsetOf(extra));
    protocol.setRequestHandler(ListToolsRequestSchema, ({ params }, extra) => {
      const page = served.list(hereOf(extra), senders.ofRequest(extra), params?.cursor);
      return appOfClient()?.withTools(page) ?? page;
    });
    if (app) serveApp(protocol, app);
    protocol.setRequestHandler(CallToolRequestSchema, async ({ params: given }, extra) => {
      const appOfCall = appOfClient();
      const clicked = appOfCall?.answer(given.name, given.arguments, senders.ofRequest(extra));
      if (clicked) return clicked;
      const here = hereOf(extra);
      const { params, answer } = served.enter(here, given, senders.ofRequest(extra));
      if (answer) return answer;
      // The host shows the page of a tool that it calls by its own name.
      const shown = params === given ? appOfCall : undefined;
      const { progressToken, ...notes } = readCallNotes(extra._meta);
      const progress = progressOf(extra, progressToken);
      const invocation: InvokeOptions = {
        ...notes,
        ...invocationOf(protocol, senders.ofRequest(extra), extra),
        ...(progress && { onProgress: progress.onProgress }),
      };
      const openLink = (link: ApprovalLink): Promise<void> => {
        watchLink(link, { waiting: server.waiting, caller: invocation.principal, connection: protocol });
        return offerLink(extra, link, askTimeoutMs);
      };
      const outcome = await askAndInvoke({
        invoke: (sent) =>
          here.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation),
        ask: (question, state) => askPerson(extra, senders, question, state, askTimeoutMs),
        ...(!shown?.shows(params.name) &&
          opensLinks(protocol.getClientCapabilities()?.elicitation) && { openLink }),
        signal: extra.signal,
        onProgress: progress?.onProgress,
      });
      if (progress) await progress.flush();
      if (outcome.kind === "input_required") return stillWaiting();
      return resultFor(shown, outcome, params.name, invocation.principal);
    });
    onCustomRequest(protocol, resolveMethod, ({ params }, extra) =>
      answerResolve(hereOf(extra), params, senders.ofRequest(extra)),
    );
    return protocol;
  };
}

function serveApp(protocol: Server, app: ServedApp): void {
  protocol.setRequestHandler(ListResourcesRequestSchema, () =>
    app.listPage(protocol.getClientCapabilities()),
  );
  protocol.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    app.readPage(params.uri, protocol.getClientCapabilities()),
  );
}

function invocationOf(
  protocol: Server,
  principal: Principal | undefined,
  extra: RequestExtra,
): InvokeOptions {
  return {
    ...(principal ? { principal } : {}),
    wire: { ...wireRequest(extra), ...clientName(protocol.getClientVersion()) },
    signal: extra.signal,
    // The SDK has expanded an empty capability to forms.
    canAsk: protocol.getClientCapabilities()?.elicitation?.form !== undefined,
  };
}

function wireRequest({ requestId, sessionId, requestInfo }: RequestExtra): WireRequest {
  return {
    requestId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(requestInfo === undefined ? {} : { transport: "tcp" }),
  };
}

function progressOf(extra: RequestExtra, token: string | number | undefined): ProgressLine | undefined {
  const ping = (): Promise<unknown> =>
    extra.sendRequest({ method: "ping" }, EmptyResultSchema, { timeout: pingMs });
  return progressLine({
    token,
    notify: (params) => extra.sendNotification({ method: "notifications/progress", params }),
    ...(extra.requestInfo === undefined && { caughtUp: ping }),
  });
}
