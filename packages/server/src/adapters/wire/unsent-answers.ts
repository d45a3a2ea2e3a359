import type { ServerResponse } from "node:http";
import { identityOf } from "../../canonical/identity.ts";
import type { Principal } from "../../api/outcome.ts";

export interface UnsentOptions {
  /**
   * Bytes of answers to one principal that may wait to be read. While there are more, its requests are answered with 429.
   * Defaults to 32 MiB.
   */
  readonly maxUnsentBytes?: number;
  /** Milliseconds in which a client reads nothing of an answer until its connection is closed. Defaults to 30 seconds. */
  readonly unreadMs?: number;
}

export const defaultUnsentBytes: number = 32 * 1024 * 1024;
const defaultUnreadMs = 30_000;

/** The answers that clients have not read yet: they take memory here until then. */
export interface UnsentAnswers {
  /** Whether this principal has to read before it may ask for more. */
  isTooMuch(principal: Principal): boolean;
  watch(principal: Principal, response: ServerResponse): void;
}

export function unsentAnswers(options: UnsentOptions): UnsentAnswers {
  const most = options.maxUnsentBytes ?? defaultUnsentBytes;
  const open = new Map<string, Set<ServerResponse>>();
  return {
    isTooMuch(principal) {
      let bytes = 0;
      for (const { writableLength } of open.get(identityOf(principal)) ?? []) bytes += writableLength;
      return bytes > most;
    },
    watch(principal, response) {
      const identity = identityOf(principal);
      const others = open.get(identity) ?? new Set();
      open.set(identity, others.add(response));
      response.once("close", () => {
        others.delete(response);
        if (others.size === 0) open.delete(identity);
      });
      // The socket counts as active while it sends. A call that still runs has sent all that it has, and may take its time.
      response.setTimeout(options.unreadMs ?? defaultUnreadMs, () => {
        if (response.writableLength > 0) response.destroy();
      });
    },
  };
}
