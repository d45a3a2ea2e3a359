import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal } from "../../api/outcome.ts";
import { answerError } from "./check-sender.ts";
import type { Received } from "./receive.ts";
import { createSessions, type SessionTransport } from "./sessions.ts";

export interface SessionOptions {
  /** Milliseconds after which an unused session is closed. Defaults to half an hour. */
  readonly idleMs?: number;
  /**
   * Open sessions; one principal may have half of them, so that nobody can exclude all others. A
   * further one replaces the longest idle one. Defaults to 1000.
   */
  readonly maxSessions?: number;
}

/** Makes the transport of one session, and reports when it is opened and closed. */
export type OpenTransport = (told: {
  opened(sessionId: string): void;
  closed(): void;
}) => Promise<SessionTransport>;

/** Answers the requests of clients with sessions (MCP up to 2025-11-25). */
export interface SessionEndpoint {
  answer(received: Received, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function sessionEndpoint(options: SessionOptions, openTransport: OpenTransport): SessionEndpoint {
  const sessions = createSessions(options.idleMs ?? 30 * 60_000, () => performance.now());
  const max = options.maxSessions ?? 1000;

  /** Replaces the principal's own idle session first, before those of others. */
  async function makeRoom(owner: Principal): Promise<boolean> {
    return (await sessions.closeOldestIdle(owner)) || (await sessions.closeOldestIdle());
  }

  async function open(owner: Principal): Promise<SessionTransport | undefined> {
    if (sessions.countOf(owner) >= Math.ceil(max / 2) && !(await sessions.closeOldestIdle(owner)))
      return undefined;
    if (sessions.size >= max && !(await makeRoom(owner))) return undefined;
    const transport = await openTransport({
      opened: (sessionId) => sessions.add(sessionId, owner, transport),
      closed: () => sessions.remove(transport.sessionId() ?? ""),
    });
    return transport;
  }

  return {
    async answer(received, request, response) {
      await sessions.closeIdle();
      const sessionId = request.headers["mcp-session-id"];
      const { principal } = received;
      const transport =
        typeof sessionId === "string" ? sessions.find(sessionId, principal) : await open(principal);
      if (typeof sessionId === "string" && !transport) return answerError(response, 404, "Session not found");
      if (!transport) return answerError(response, 503, "Too many open sessions", { "Retry-After": "60" });
      const release = sessions.use(transport.sessionId() ?? "");
      response.once("close", release);
      await transport.answer(received, request, response);
      // The transport has refused a request that was no initialization; the session is useless.
      if (transport.sessionId() === undefined) await transport.close();
    },
    close: () => sessions.closeAll(),
  };
}
