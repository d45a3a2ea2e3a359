import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Principal } from "@proviso/server";
import { seededPerson } from "backoffice-server";

/** A signed-in person, in one browser. */
export interface WebSession {
  readonly id: string;
  /** A person, not an agent, which the audit trail shows. */
  readonly principal: Principal;
  /** In every form of this session, so that forms of other sites are refused. */
  readonly formToken: string;
}

export interface Sessions {
  /** Undefined if nobody has this name. Signing in again makes a new session with a fresh log-in. */
  open(name: string, now: Date): WebSession | undefined;
  find(id: string | undefined): WebSession | undefined;
  close(id: string): void;
}

/** Maximum number of sessions; the oldest is removed first. */
const maxSessions = 100;

/** Kept in memory: after a restart, everybody signs in again. */
export function openSessions(): Sessions {
  const sessions = new Map<string, WebSession>();
  return {
    open(name, now) {
      const principal = seededPerson(name, now);
      if (!principal) return undefined;
      const session = { id: sessionSecret(), principal, formToken: sessionSecret() };
      sessions.set(session.id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
      return session;
    },
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    close: (id) => void sessions.delete(id),
  };
}

export function isTokenOf(session: WebSession, given: unknown): boolean {
  const [wanted, found] = [session.formToken, String(given)].map((text) => Buffer.from(text));
  return wanted !== undefined && found?.length === wanted.length && timingSafeEqual(wanted, found);
}

function sessionSecret(): string {
  return randomBytes(24).toString("base64url");
}
