import { resolveMethod } from "@proviso/manifest";
import type { EnforcingServer, InvokeOptions, Principal, WireRequest } from "../../api/outcome.ts";
import { answered, askAndInvoke } from "../wire/ask-and-invoke.ts";
import { readCallNotes } from "../wire/call-notes.ts";
import { answerResolve, extensions } from "../wire/resolve.ts";
import { stillWaiting, toResult } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { askPerson, canAskPerson } from "./ask-person.ts";
import { listedTools } from "./listed-tools.ts";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  onCustomRequest,
  protocolServer,
  type Implementation,
  type RequestExtra,
  type Server,
} from "./sdk.ts";

export interface McpOptions {
  /** Name and version of the product, for clients to show. */
  readonly serverInfo: Implementation;
  /** How to use the tools together; clients may give it to their model. */
  readonly instructions?: string;
  /** Milliseconds that a question may stay open. Defaults to ten minutes; the pipeline's own limit may be shorter. */
  readonly askTimeoutMs?: number;
}

/** Makes the protocol side of one connection. Listings are shared by all that one factory makes. */
export type ProtocolFactory = (senders: Senders) => Server;

const defaultAskTimeoutMs = 10 * 60_000;

export function protocolFactory(server: EnforcingServer, options: McpOptions): ProtocolFactory {
  const list = listedTools(server);
  const askTimeoutMs = options.askTimeoutMs ?? defaultAskTimeoutMs;
  return (senders) => {
    const protocol = protocolServer(options.serverInfo, extensions, options.instructions);
    protocol.setRequestHandler(ListToolsRequestSchema, (_, extra) => list(senders.ofRequest(extra)));
    protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const invocation = invocationOf(protocol, senders.ofRequest(extra), extra);
      const outcome = await askAndInvoke({
        invoke: (sent) =>
          server.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation),
        ask: (question, state) => askPerson(extra, senders, question, state, askTimeoutMs),
        onProgress: invocation.onProgress,
      });
      return outcome.kind === "input_required" ? stillWaiting() : toResult(outcome, params.name);
    });
    onCustomRequest(protocol, resolveMethod, ({ params }, extra) =>
      answerResolve(server, params, senders.ofRequest(extra)),
    );
    return protocol;
  };
}

function invocationOf(
  protocol: Server,
  principal: Principal | undefined,
  extra: RequestExtra,
): InvokeOptions {
  const { progressToken, ...notes } = readCallNotes(extra._meta);
  return {
    ...notes,
    ...(principal ? { principal } : {}),
    wire: wireRequest(extra),
    signal: extra.signal,
    canAsk: canAskPerson(protocol),
    ...(progressToken === undefined ? {} : { onProgress: progressSender(extra, progressToken) }),
  };
}

function wireRequest({ requestId, sessionId, requestInfo }: RequestExtra): WireRequest {
  return {
    requestId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(requestInfo === undefined ? {} : { transport: "tcp" }),
  };
}

/** A client that is gone misses its progress; the call goes on. */
function progressSender(
  extra: RequestExtra,
  progressToken: string | number,
): NonNullable<InvokeOptions["onProgress"]> {
  return (progress) => {
    const params = { progressToken, ...progress };
    extra.sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
}
