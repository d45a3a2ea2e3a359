import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Principal } from "@proviso/server";
import { seededPrincipal } from "backoffice-server";

/** Somebody who signed in, in one browser. */
export interface Session {
  readonly id: string;
  /** A person, not an agent: the same gate, and the audit trail says which. */
  readonly principal: Principal;
  /** In every form of this session, so that a form of another site is no form of ours. */
  readonly formToken: string;
}

export interface Sessions {
  /** Undefined: nobody has this name. Signing in again gives a new session, with a log-in that is fresh. */
  open(name: string, now: Date): Session | undefined;
  find(id: string | undefined): Session | undefined;
  close(id: string): void;
}

/** How many browsers are remembered; the one that signed in first is forgotten first. */
const most = 100;

/** Kept in memory: who restarts the app signs in again. */
export function openSessions(): Sessions {
  const sessions = new Map<string, Session>();
  return {
    open(name, now) {
      const seeded = seededPrincipal(name, now);
      if (!seeded) return undefined;
      const authTime = Math.floor(now.getTime() / 1000);
      const principal: Principal = { ...seeded, kind: "user", authTime };
      const session = { id: secret(), principal, formToken: secret() };
      sessions.set(session.id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > most && oldest !== undefined) sessions.delete(oldest);
      return session;
    },
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    close: (id) => void sessions.delete(id),
  };
}

export function isTokenOf(session: Session, given: unknown): boolean {
  const [wanted, found] = [session.formToken, String(given)].map((text) => Buffer.from(text));
  return wanted !== undefined && found?.length === wanted.length && timingSafeEqual(wanted, found);
}

function secret(): string {
  return randomBytes(24).toString("base64url");
}
