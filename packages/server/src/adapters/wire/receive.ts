import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import {
  answerChallenge,
  answerError,
  checkSender,
  type Authentication,
  type HostRules,
} from "./check-sender.ts";
import { answersMetadata } from "./protected-resource.ts";
import { defaultUnsentBytes, heldBytes, type HeldBytesOptions } from "./held-bytes.ts";
import { neededLogIn } from "./log-ins.ts";
import type { McpOptions } from "./mcp-options.ts";
import { answerTooMuch, readBody } from "./read-body.ts";
import { readWireCall } from "./read-call.ts";
import { neededScopes } from "./scopes.ts";
import { narrowed, type Toolset, toolsetOfRequest } from "./toolset.ts";
import { turns } from "./turns.ts";
import { unreadReport } from "./unread-report.ts";

export interface ReceiveOptions
  extends Authentication, HostRules, HeldBytesOptions, Pick<McpOptions, "discovered" | "toolsets"> {
  /** Maximum bytes of one request. Defaults to 1 MiB. */
  readonly maxRequestBytes?: number;
  /**
   * Declares that the permissions of a principal are the OAuth scopes of its token. A call that
   * lacks some is then answered with HTTP 403 and `insufficient_scope`, which names the scopes that
   * it needs, so that a client can request them. Otherwise it is refused like any call without
   * permission. Defaults to what `authenticate` says: true with `jwt({ permissions: "scope" })`.
   */
  readonly permissionsAreScopes?: boolean;
}

/** A request to be passed to the SDK. */
export interface Received {
  readonly principal: Principal;
  /** The tools of the request's address; undefined for all. */
  readonly toolset: Toolset | undefined;
  /** The parsed body; undefined for a request that is no POST. */
  readonly json: unknown;
}

/** The sender and the body of a request; undefined if it was refused and answered. */
export type Receive = (request: IncomingMessage, response: ServerResponse) => Promise<Received | undefined>;

/** `knowsTools`: whether the server lists its tools, so that an unknown toolset is refused here. */
export function receiver(server: EnforcingServer, options: ReceiveOptions, knowsTools = true): Receive {
  const { authenticate, permissionsAreScopes = authenticate.permissionsAreScopes } = options;
  const needed = permissionsAreScopes ? neededScopes(server) : async () => undefined;
  const oldLogIn = authenticate.protects ? neededLogIn(server) : async () => undefined;
  const held = heldBytes(options);
  const report = unreadReport(options.maxUnsentBytes ?? defaultUnsentBytes);
  const reading = { maxBytes: options.maxRequestBytes ?? 1024 * 1024, turn: turns() };
  return async (request, response) => {
    if (answersMetadata(authenticate.protects, request, response)) return undefined;
    const principal = await checkSender(options, request, response);
    if (!principal) return undefined;
    const toolset = toolsetOfRequest(request.url, options.toolsets);
    // One without a tool for the caller is as good as an unknown one: it must not tell of hidden tools.
    if (toolset && knowsTools && !server.list(principal).some(toolset)) {
      answerError(response, 400, "Unknown toolset");
      return undefined;
    }
    if (request.method === "POST" && held.isTooMuch(principal)) {
      answerTooMuch(response);
      await report.refused(principal);
      return undefined;
    }
    await report.served(principal);
    held.watch(principal, response);
    const body = await readBody(request, response, { ...reading, held: held.holdRequest(principal) });
    if (!body) return undefined;
    const received = { principal, toolset, json: body.json };
    const call = readWireCall(body.json, options.discovered);
    if (!call) return received;
    const here = knowsTools ? narrowed(server, toolset) : server;
    const scopes = await needed(here, call, principal);
    if (scopes) {
      const parameters = { error: "insufficient_scope", scope: scopes.join(" ") };
      answerChallenge(options, response, { status: 403, message: "Insufficient scope", parameters });
      return undefined;
    }
    const logIn = await oldLogIn(here, call, principal);
    if (!logIn) return received;
    answerChallenge(options, response, { status: 401, ...logIn });
    return undefined;
  };
}
