import { longestTimer } from "@proviso/manifest";
import type { DrainOptions } from "../api/outcome.ts";
import type { AuditSink, Store } from "../api/ports.ts";
import type { Durable } from "../api/steps.ts";

const defaultGraceMs = 10_000;
/** Milliseconds for what aborted handlers leave: their record, and the end of a lease. */
const lastMs = 1000;

/** The two steps of a shutdown: refuse new calls, then abort running ones. */
export interface Shutdown {
  /** Aborted when no further call may begin. */
  readonly draining: AbortSignal;
  /** Aborted when running calls must stop. */
  readonly stopping: AbortSignal;
  track<Answer>(answer: Promise<Answer>): Promise<Answer>;
  /** Waits within the grace, and a second after it, for what follows an answer: a late handler, and its record. */
  trackLate(settled: Promise<unknown>): void;
  drain(options?: DrainOptions): Promise<void>;
  close(options: DrainOptions | undefined, parts: ShutdownParts): Promise<void>;
  isClosed(): boolean;
}

interface ShutdownParts {
  readonly audit: AuditSink;
  readonly durable?: Pick<Durable, "close">;
  readonly store: Store;
}

export function shutdown(): Shutdown {
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const running = new Set<Promise<unknown>>();
  // A promise that nothing refers to never settles: a handler that hangs for ever takes no memory.
  let late: readonly WeakRef<Promise<unknown>>[] = [];
  let drained: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  let isClosed = false;

  async function drain({ graceMs = defaultGraceMs }: DrainOptions = {}): Promise<void> {
    draining.abort();
    const grace = Promise.withResolvers<void>();
    const stop = (): void => {
      stopping.abort();
      timer = setTimeout(grace.resolve, lastMs);
    };
    let timer = setTimeout(stop, Math.min(graceMs, longestTimer));
    // Waits only for calls that run now: waiting for later ones could take for ever.
    await Promise.allSettled(running);
    await Promise.race([Promise.allSettled(late.map((each) => each.deref())), grace.promise]);
    clearTimeout(timer);
    // Lets callers send their responses before connections are closed.
    await new Promise((resolve) => setImmediate(resolve));
  }

  const drainOnce = (options?: DrainOptions): Promise<void> => (drained ??= drain(options));

  async function close(
    options: DrainOptions | undefined,
    { audit, durable, store }: ShutdownParts,
  ): Promise<void> {
    await drainOnce(options);
    isClosed = true;
    const inTurn = [durable, audit, store].reduce<Promise<unknown>>(
      (before, part) => before.finally(() => part?.close()),
      Promise.resolve(),
    );
    await inTurn;
  }

  return {
    draining: draining.signal,
    stopping: stopping.signal,
    track(answer) {
      running.add(answer);
      const forget = (): void => void running.delete(answer);
      answer.then(forget, forget);
      return answer;
    },
    trackLate(settled) {
      late = [...late.filter((each) => each.deref()), new WeakRef(settled)];
    },
    drain: drainOnce,
    close: (options, parts) => (closed ??= close(options, parts)),
    isClosed: () => isClosed,
  };
}

/** Where calls come from: a listener or a connection. */
export interface Closable {
  close(): Promise<void>;
}

interface Drainable {
  drain(options?: DrainOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * The shutdown at SIGTERM: lets running calls finish within `graceMs`, then closes connections,
 * audit and store. Calls that arrive meanwhile are refused on record and may be tried again.
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
