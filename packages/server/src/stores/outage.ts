import { escapeText } from "../canonical/escape-text.ts";

/** Told in one line, for an operator, when something stops working and when it works again. */
export type TellOperator = (line: string) => void;

/** Runs operations, and tells an operator when they begin to fail, and when they work again. */
export interface Outage {
  /** One that changes something: only if such a one works is the outage over. */
  change<Result>(operate: () => Promise<Result>): Promise<Result>;
  look<Result>(operate: () => Promise<Result>): Promise<Result>;
}

export interface OutageOptions {
  /** What does not work, as the subject of a sentence: "the state store in proviso.sqlite". */
  readonly what: string;
  /** What an operator can do about an error. */
  readonly remedy: (error: unknown) => string;
  /** Defaults to a line on stderr. */
  readonly tell?: TellOperator | undefined;
}

/** An outage is over when something works that began this long, in milliseconds, after the last failure. */
const steadyMs = 1000;

interface Failing {
  readonly since: Date;
  /** When the last operation failed. */
  last: number;
}

export function outage({ what, remedy, tell = writeLine }: OutageOptions): Outage {
  let failing: Failing | undefined;

  function say(line: string): void {
    try {
      tell(line);
    } catch {
      // What a caller is told must not depend on the host's log.
    }
  }

  function failed(error: unknown): void {
    if (typeof error === "object" && error !== null) told.add(error);
    const last = performance.now();
    if (failing) {
      failing.last = last;
      return;
    }
    failing = { since: new Date(), last };
    const why = escapeText(reasonOf(error));
    say(
      `since ${failing.since.toISOString()} ${what} cannot be used (${why}); calls that need it are refused until it can; ${remedy(error)}`,
    );
  }

  /** What began before the last failure, or right after it, says little about now: some connections may work and others not. */
  function worked(begun: number): void {
    if (!failing || begun < failing.last + steadyMs) return;
    const { since } = failing;
    failing = undefined;
    say(`${what} can be used again, after ${seconds(since)} s; calls are no longer refused for it`);
  }

  async function look<Result>(operate: () => Promise<Result>): Promise<Result> {
    try {
      return await operate();
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return {
    look,
    async change(operate) {
      const begun = performance.now();
      const result = await look(operate);
      worked(begun);
      return result;
    },
  };
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
