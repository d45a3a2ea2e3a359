import type { DrainOptions, EnforcingServer } from "../api/outcome.ts";
import { shutDown, type Closable } from "./shutdown.ts";

/** The life of a server, until it and everything that it serves is closed. */
export interface Lifetime {
  /** Takes a listener or a connection that is to be closed with the server. */
  add(connection: Closable): void;
  close(options?: DrainOptions): Promise<void>;
  /** Settles when everything is closed. A rejection that nobody waits for is ignored. */
  readonly closed: Promise<void>;
}

export function lifetime(server: EnforcingServer): Lifetime {
  const connections: Closable[] = [];
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  closed.catch(() => {});
  let isClosing = false;
  return {
    closed,
    add: (connection) => void connections.push(connection),
    close(options) {
      if (!isClosing) shutDown(server, connections, options).then(resolve, reject);
      isClosing = true;
      return closed;
    },
  };
}
