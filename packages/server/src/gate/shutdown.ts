import type { DrainOptions } from "../api/outcome.ts";
import type { AuditSink, Store } from "../api/ports.ts";

const defaultGraceMs = 10_000;
/** Node takes a longer timer for one millisecond. */
const longestMs = 2 ** 31 - 1;

/** The two steps of an end: no further call begins, then what still runs is given up. */
export interface Shutdown {
  /** Aborted when no further call may begin. */
  readonly draining: AbortSignal;
  /** Aborted when the server can wait no longer for what runs. */
  readonly stopping: AbortSignal;
  track<Answer>(answer: Promise<Answer>): Promise<Answer>;
  drain(options?: DrainOptions): Promise<void>;
  close(options: DrainOptions | undefined, parts: Parts): Promise<void>;
  isClosed(): boolean;
}

interface Parts {
  readonly audit: AuditSink;
  readonly store: Store;
}

export function shutdown(): Shutdown {
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const running = new Set<Promise<unknown>>();
  let drained: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  let isClosed = false;

  async function drain({ graceMs = defaultGraceMs }: DrainOptions = {}): Promise<void> {
    draining.abort();
    const timer = setTimeout(() => stopping.abort(), Math.min(graceMs, longestMs));
    // Those that come from now on are refused at once; to wait for them as well could take for ever.
    await Promise.allSettled(running);
    clearTimeout(timer);
    // Whoever waited for an outcome gets to send it before connections are closed.
    await new Promise((resolve) => setImmediate(resolve));
  }

  const drainOnce = (options?: DrainOptions): Promise<void> => (drained ??= drain(options));

  async function close(options: DrainOptions | undefined, { audit, store }: Parts): Promise<void> {
    await drainOnce(options);
    isClosed = true;
    await audit.close();
    await store.close();
  }

  return {
    draining: draining.signal,
    stopping: stopping.signal,
    async track(answer) {
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
    drain: drainOnce,
    close: (options, parts) => (closed ??= close(options, parts)),
    isClosed: () => isClosed,
  };
}

/** What calls come in by: a listener, or a connection. */
export interface Closable {
  close(): Promise<void>;
}

interface Drainable {
  drain(options?: DrainOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * What to do at SIGTERM: lets running calls finish within `graceMs`, then closes the connections, the audit and the store. A call
 * that comes meanwhile is refused on record, and may be tried again.
 */
export async function shutDown(
  server: Drainable,
  connections: readonly Closable[],
  options: DrainOptions = {},
): Promise<void> {
  await server.drain(options);
  await Promise.allSettled(connections.map((connection) => connection.close()));
  await server.close();
}
