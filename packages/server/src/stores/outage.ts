import { escapeText } from "@proviso/manifest";
import type { Store } from "../api/ports.ts";
import { aroundStore } from "./around-store.ts";

/** Receives one line for an operator when something stops working and when it works again. */
export type TellOperator = (line: string) => void;

/** Runs operations, and reports to an operator when they begin to fail and when they work again. */
export interface Outage {
  /** Runs an operation that writes. Only a successful write ends an outage. */
  write<Result>(operate: () => Promise<Result>): Promise<Result>;
  read<Result>(operate: () => Promise<Result>): Promise<Result>;
  /** To be called after the last operation. */
  end(): void;
}

export interface OutageOptions {
  /** A file or a database. Failures of its users at the same time are one outage. */
  readonly resource: string;
  /** The subject of the operator's message: "the database proviso.sqlite". */
  readonly what: string;
  /** What an operator can do about an error. */
  readonly remedy: (error: unknown) => string;
  /** Whether an error says nothing about the resource. */
  readonly ignores?: (error: unknown) => boolean;
  /** Defaults to a line on stderr. */
  readonly tell?: TellOperator | undefined;
}

/** A user works again after an operation that began so many milliseconds after its last failure. */
const steadyMs = 1000;
/** A failure older than this many milliseconds is ignored: the user has not been used since. */
const staleMs = 60_000;

/** One user of a resource, such as the state store or the audit trail in a database. */
interface OutagePart {
  readonly tell: TellOperator;
  lastFailure?: number;
}

interface WatchedResource {
  readonly parts: Set<OutagePart>;
  failingSince?: Date;
}

const watchedResources = new Map<string, WatchedResource>();

export function outage({
  resource: name,
  what,
  remedy,
  ignores = () => false,
  tell = writeLine,
}: OutageOptions): Outage {
  const resource = watchedResources.get(name) ?? { parts: new Set() };
  const part: OutagePart = { tell };
  watchedResources.set(name, resource);
  resource.parts.add(part);

  function failed(error: unknown): void {
    if (typeof error === "object" && error !== null) reportedErrors.add(error);
    part.lastFailure = performance.now();
    if (resource.failingSince) return;
    resource.failingSince = new Date();
    const why = escapeText(reasonOf(error));
    tellAll(
      resource,
      `since ${resource.failingSince.toISOString()} ${what} cannot be used (${why}); calls that need it are refused until it can; ${remedy(error)}`,
    );
  }

  /**
   * Ends the outage after a success, except of an operation that began around the last failure.
   */
  function worked(connectionBegun: number): void {
    const { failingSince, parts } = resource;
    if (!failingSince || connectionBegun < (part.lastFailure ?? -Infinity) + steadyMs) return;
    delete part.lastFailure;
    if (![...parts].every(({ lastFailure = -Infinity }) => lastFailure + staleMs < connectionBegun)) return;
    for (const each of parts) delete each.lastFailure;
    delete resource.failingSince;
    tellAll(
      resource,
      `${what} can be used again, after ${secondsOf(failingSince)} s; calls are no longer refused for it`,
    );
  }

  async function read<Result>(operate: () => Promise<Result>): Promise<Result> {
    try {
      return await operate();
    } catch (error) {
      if (!ignores(error)) failed(error);
      throw error;
    }
  }

  return {
    read,
    async write(operate) {
      const connectionBegun = performance.now();
      const result = await read(operate);
      worked(connectionBegun);
      return result;
    },
    end() {
      resource.parts.delete(part);
      if (resource.parts.size === 0 && watchedResources.get(name) === resource) watchedResources.delete(name);
    },
  };
}

/** Calls each listener once, even if several users share it. */
function tellAll({ parts }: WatchedResource, line: string): void {
  for (const tell of new Set([...parts].map((part) => part.tell))) {
    try {
      tell(line);
    } catch {
      // The outcome of a call must not depend on the host's log.
    }
  }
}

/** Wraps a store so that an operator is notified when it stops working and when it works again. */
export function reportedStore(store: Store, told: Outage): Store {
  const close = (): Promise<void> => {
    told.end();
    return store.close();
  };
  return { ...aroundStore(store, told), close };
}

const reportedErrors = new WeakSet<object>();

/** Whether an operator knows this error or its outage: not each refused call is reported. */
export function wasReported(error: unknown): boolean {
  return typeof error === "object" && error !== null && reportedErrors.has(error);
}

function writeLine(line: string): void {
  process.stderr.write(`proviso: ${line}\n`);
}

function secondsOf(since: Date): string {
  return ((Date.now() - since.getTime()) / 1000).toFixed(1);
}

/** The reason of an error: its message, or the code of a refused connection. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error && String(error.code)) || error.name;
}
