import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Principal } from "@proviso/server";
import { seededPerson } from "backoffice-server";

/** A signed-in person, in one browser. */
export interface WebSession {
  /** A person, not an agent, which the audit trail shows. */
  readonly principal: Principal;
  /** In every form of this session, so that forms of other sites are refused. */
  readonly formToken: string;
}

/** Maximum number of sessions; the oldest is removed first. */
const maxSessions = 100;

/** Opens a session with a fresh log-in. Returns its id, or undefined if nobody has this name. */
export function openSession(sessions: Map<string, WebSession>, name: string, now: Date): string | undefined {
  const principal = seededPerson(name, now);
  if (!principal) return undefined;
  const [id, formToken] = [sessionSecret(), sessionSecret()];
  sessions.set(id, { principal, formToken });
  const [oldest] = sessions.keys();
  if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
  return id;
}

export function isTokenOf({ formToken }: WebSession, given: unknown): boolean {
  const [wanted, found] = [Buffer.from(formToken), Buffer.from(String(given))];
  return found.length === wanted.length && timingSafeEqual(wanted, found);
}

function sessionSecret(): string {
  return randomBytes(24).toString("base64url");
}
