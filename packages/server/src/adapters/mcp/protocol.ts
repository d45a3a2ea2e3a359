import { resolveMethod } from "@proviso/manifest";
import type { EnforcingServer } from "../../api/outcome.ts";
import { enterCall, legacyCall, type CallRequest } from "../carriers/incoming-call.ts";
import { servedApp, type ServedApp } from "../wire/app.ts";
import { invocationOf } from "../wire/call-notes.ts";
import { defaultAskTimeoutMs, type McpOptions } from "../wire/mcp-options.ts";
import { servedTools } from "../wire/discovery.ts";
import { narrowed } from "../wire/toolset.ts";
import { pingMs } from "../wire/progress.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import type { Senders } from "../wire/senders.ts";
import { listedTools } from "./listed-tools.ts";
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  EmptyResultSchema,
  isRequestTimeout,
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

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const served = servedTools<ListToolsResult>(server, options, listedTools(server, options));
  const timeout = options.askTimeoutMs ?? defaultAskTimeoutMs;
  const app = servedApp(server, options);
  return (senders) => {
    const protocol = protocolServer(options, extensions, app?.capabilities);
    const hereOf = (extra: RequestExtra) => narrowed(server, senders.toolsetOf(extra));
    protocol.setRequestHandler(ListToolsRequestSchema, ({ params }, extra) => {
      const page = served.list(hereOf(extra), senders.ofRequest(extra), params?.cursor);
      return app?.ofClient(protocol.getClientCapabilities())?.withTools(page) ?? page;
    });
    if (app) serveApp(protocol, app);
    protocol.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
      const request = requestOf(protocol, hereOf(extra), senders, extra);
      return enterCall({ served, app }, params, request, (call) =>
        legacyCall(call, request, {
          waiting: server.waiting,
          senders,
          connection: protocol,
          send: async (question) =>
            extra.sendRequest(question, ElicitResultSchema, { signal: extra.signal, timeout }),
          isTimeout: isRequestTimeout,
        }),
      );
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

function requestOf(
  protocol: Server,
  here: EnforcingServer,
  senders: Senders,
  extra: RequestExtra,
): CallRequest {
  const declared = protocol.getClientCapabilities();
  const { signal, requestId, sessionId, requestInfo } = extra;
  return {
    here,
    options: {
      ...invocationOf(senders.ofRequest(extra), {
        requestId,
        sessionId,
        isHttp: requestInfo !== undefined,
        client: protocol.getClientVersion(),
      }),
      signal,
      // The SDK has expanded an empty capability to forms.
      canAsk: declared?.elicitation?.form !== undefined,
    },
    meta: extra._meta,
    declared,
    notify: (params) => extra.sendNotification({ method: "notifications/progress", params }),
    ...(requestInfo === undefined && {
      caughtUp: () => extra.sendRequest({ method: "ping" }, EmptyResultSchema, { timeout: pingMs }),
    }),
  };
}
