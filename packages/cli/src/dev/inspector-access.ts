import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may use the inspector: the browser that first showed the token, and only pages of the inspector itself. */
export interface InspectorAccess {
  readonly token: string;
  /** Whether the request names this address and comes from no other page: against DNS rebinding and forged requests. */
  isOurs(request: IncomingMessage): boolean;
  /** The `Set-Cookie` of a new session, for the first request with the token; undefined for all others. */
  exchange(token: unknown): string | undefined;
  hasSession(request: IncomingMessage): boolean;
}

export function inspectorAccess(port: number): InspectorAccess {
  const [token, session] = [secret(), secret()];
  // Cookies do not differ by port.
  const cookie = `proviso-inspector-${port}`;
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
      if (isUsed || typeof given !== "string" || !isSame(given, token)) return undefined;
      isUsed = true;
      return `${cookie}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    hasSession({ headers }) {
      const pairs = (headers.cookie ?? "").split("; ").map((pair) => pair.split("="));
      return pairs.some(([name, value = ""]) => name === cookie && isSame(value, session));
    },
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
