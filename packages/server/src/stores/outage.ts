import { escapeText } from "@proviso/manifest";
import type { Store } from "../api/ports.ts";
import { aroundStore } from "./around-store.ts";

/** Told in one line, for an operator, when something stops working and when it works again. */
export type TellOperator = (line: string) => void;

/** Runs operations, and tells an operator when they begin to fail, and when they work again. */
export interface Outage {
  /** One that changes something: only if such a one works is the outage over. */
  write<Result>(operate: () => Promise<Result>): Promise<Result>;
  read<Result>(operate: () => Promise<Result>): Promise<Result>;
  /** To be called when nothing more is going to be run. */
  end(): void;
}

export interface OutageOptions {
  /** A file or a database. What fails in one resource while something else fails there is the same outage. */
  readonly resource: string;
  /** What does not work, as the subject of a sentence: "the database proviso.sqlite". */
  readonly what: string;
  /** What an operator can do about an error. */
  readonly remedy: (error: unknown) => string;
  /** Defaults to a line on stderr. */
  readonly tell?: TellOperator | undefined;
}

/** A part works again when an operation succeeds that began this long, in milliseconds, after its last failure. */
const steadyMs = 1000;
/** A failure this old, in milliseconds, says nothing about now: nobody has used that part since. */
const staleMs = 60_000;

/** One of those that use a resource, such as the state store and the audit trail in one database. */
interface Part {
  readonly tell: TellOperator;
  lastFailure?: number;
}

interface Resource {
  readonly parts: Set<Part>;
  failingSince?: Date;
}

const resources = new Map<string, Resource>();

export function outage({ resource: name, what, remedy, tell = writeLine }: OutageOptions): Outage {
  const resource = resources.get(name) ?? { parts: new Set() };
  const part: Part = { tell };
  resources.set(name, resource);
  resource.parts.add(part);

  function failed(error: unknown): void {
    if (typeof error === "object" && error !== null) told.add(error);
    part.lastFailure = performance.now();
    if (resource.failingSince) return;
    resource.failingSince = new Date();
    const why = escapeText(reasonOf(error));
    tellAll(
      resource,
      `since ${resource.failingSince.toISOString()} ${what} cannot be used (${why}); calls that need it are refused until it can; ${remedy(error)}`,
    );
  }

  /** What began before the last failure, or right after it, says little about now: some connections may work and others not. */
  function worked(begun: number): void {
    const { failingSince, parts } = resource;
    if (!failingSince || begun < (part.lastFailure ?? -Infinity) + steadyMs) return;
    delete part.lastFailure;
    if (![...parts].every(({ lastFailure = -Infinity }) => lastFailure + staleMs < begun)) return;
    for (const each of parts) delete each.lastFailure;
    delete resource.failingSince;
    tellAll(
      resource,
      `${what} can be used again, after ${seconds(failingSince)} s; calls are no longer refused for it`,
    );
  }

  async function read<Result>(operate: () => Promise<Result>): Promise<Result> {
    try {
      return await operate();
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return {
    read,
    async write(operate) {
      const begun = performance.now();
      const result = await read(operate);
      worked(begun);
      return result;
    },
    end() {
      resource.parts.delete(part);
      if (resource.parts.size === 0 && resources.get(name) === resource) resources.delete(name);
    },
  };
}

/** Each listener once, though several parts may have it. */
function tellAll({ parts }: Resource, line: string): void {
  for (const tell of new Set([...parts].map((part) => part.tell))) {
    try {
      tell(line);
    } catch {
      // The outcome of a call must not depend on the host's log.
    }
  }
}

/** The same store, of which an operator is told when it does not work any more, and when it does again. */
export function reportedStore(store: Store, told: Outage): Store {
  const close = (): Promise<void> => {
    told.end();
    return store.close();
  };
  return { ...aroundStore(store, told), close };
}

const told = new WeakSet<object>();

/** Whether an operator was told of it, or of the outage that it belongs to: nobody need be told of each call that it refused. */
export function wasTold(error: unknown): boolean {
  return typeof error === "object" && error !== null && told.has(error);
}

function writeLine(line: string): void {
  process.stderr.write(`proviso: ${line}\n`);
}

function seconds(since: Date): string {
  return ((Date.now() - since.getTime()) / 1000).toFixed(1);
}

/** A refused connection says nothing but its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error && String(error.code)) || error.name;
}
