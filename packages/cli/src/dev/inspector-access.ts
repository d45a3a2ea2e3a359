import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may use the inspector: the browser that first showed the token, on its own pages. */
export interface InspectorAccess {
  readonly token: string;
  /** Whether a request names this address and no other origin: no DNS rebinding, no forgery. */
  isOurs(request: IncomingMessage): boolean;
  /**
   * The secret of the session, for the first request with the token; undefined for all others. The
   * page sends it with each request: a cookie would be sent to every port of this computer.
   */
  exchange(token: unknown): string | undefined;
  isSession(given: unknown): boolean;
}

export function inspectorAccess(port: number): InspectorAccess {
  const [token, session] = [secret(), secret()];
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  let isUsed = false;
  return {
    token,
    isOurs({ headers, method }) {
      const { host = "", origin } = headers;
      if (!hosts.includes(host)) return false;
      if (origin === undefined) return method === "GET";
      return origin === `http://${host}`;
    },
    exchange(given) {
      if (isUsed || !isSame(given, token)) return undefined;
      isUsed = true;
      return session;
    },
    isSession: (given) => isSame(given, session),
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function isSame(given: unknown, wanted: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
