import { randomBytes } from "node:crypto";
import type { Principal } from "@proviso/server";
import { seededPerson } from "backoffice-server";

/** Maximum number of sessions; the oldest is removed first. */
const maxSessions = 100;

/** Opens a session with a fresh log-in. Returns its id, or undefined if nobody has this name. */
export function openSession(sessions: Map<string, Principal>, name: string, now: Date): string | undefined {
  const principal = seededPerson(name, now);
  if (!principal) return undefined;
  const id = randomBytes(24).toString("base64url");
  sessions.set(id, principal);
  const [oldest] = sessions.keys();
  if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
  return id;
}
