import type { IncomingMessage, ServerResponse } from "node:http";
import { identityOf } from "../../canonical/identity.ts";
import type { Principal } from "../../api/outcome.ts";
import type { Received } from "./receive.ts";

/** The SDK's part of one session. */
export interface SessionTransport {
  /** Undefined until a client has initialized the session. */
  sessionId(): string | undefined;
  answer(received: Received, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

interface HttpSession {
  readonly owner: string;
  readonly transport: SessionTransport;
  /** Running requests, including open streams. */
  active: number;
  lastUsed: number;
}

/** The open sessions. Each belongs to the principal that opened it. */
export interface McpSessions {
  readonly size: number;
  /** How many sessions this principal has open. */
  countOf(owner: Principal): number;
  add(sessionId: string, owner: Principal, transport: SessionTransport): void;
  /** Undefined for an unknown session and for another principal's. */
  find(sessionId: string, principal: Principal): SessionTransport | undefined;
  /** Counts a request as running; the returned function ends it. */
  use(sessionId: string): () => void;
  remove(sessionId: string): void;
  closeIdle(): Promise<void>;
  /** Closes the longest idle session of this owner, or of anybody. False if none is idle. */
  closeOldestIdle(owner?: Principal): Promise<boolean>;
  closeAll(): Promise<void>;
}

/** `idleMs`: how long a session without open requests lives. `now`: any steady clock, in ms. */
export function createSessions(idleMs: number, now: () => number): McpSessions {
  const sessions = new Map<string, HttpSession>();

  async function closeWhere(matches: (session: HttpSession) => boolean): Promise<void> {
    const closing = [...sessions].filter(([, session]) => matches(session));
    for (const [id] of closing) sessions.delete(id);
    await Promise.allSettled(closing.map(([, session]) => session.transport.close()));
  }

  return {
    get size() {
      return sessions.size;
    },
    countOf(owner) {
      const identity = identityOf(owner);
      return [...sessions.values()].filter((session) => session.owner === identity).length;
    },
    add: (sessionId, owner, transport) =>
      void sessions.set(sessionId, { owner: identityOf(owner), transport, active: 0, lastUsed: now() }),
    find(sessionId, principal) {
      const session = sessions.get(sessionId);
      return session?.owner === identityOf(principal) ? session.transport : undefined;
    },
    use(sessionId) {
      const session = sessions.get(sessionId);
      if (!session) return () => {};
      session.active++;
      return () => {
        session.active--;
        session.lastUsed = now();
      };
    },
    remove: (sessionId) => void sessions.delete(sessionId),
    closeIdle: () => closeWhere((session) => session.active === 0 && now() - session.lastUsed >= idleMs),
    async closeOldestIdle(owner) {
      const identity = owner && identityOf(owner);
      const [oldest] = [...sessions.values()]
        .filter((session) => session.active === 0 && (!identity || session.owner === identity))
        .toSorted((one, other) => one.lastUsed - other.lastUsed);
      if (oldest) await closeWhere((session) => session === oldest);
      return oldest !== undefined;
    },
    closeAll: () => closeWhere(() => true),
  };
}
