import type { ServerResponse } from "node:http";
import { identityOf } from "../../canonical/identity.ts";
import type { Principal } from "../../api/outcome.ts";

export interface HeldBytesOptions {
  /**
   * Bytes that may wait here for one principal: answers that its clients have not read, and requests that have not begun. While there
   * are more, its requests are answered with 429. While there are four times as many, which only calls that already run can cause, an
   * answer closes its connection instead of waiting. Defaults to 32 MiB.
   */
  readonly maxUnsentBytes?: number;
  /** Milliseconds in which a client reads nothing of an answer until its connection is closed. Defaults to 30 seconds. */
  readonly unreadMs?: number;
}

export const defaultUnsentBytes: number = 32 * 1024 * 1024;
const defaultUnreadMs = 30_000;
/** How many times as much may wait as there may be when a call begins: for the answers of calls that already run. */
const lastAnswers = 4;
/** Bytes of an answer that finds room in any case. */
const smallAnswer = 64 * 1024;

/** What waits in memory for each principal. */
export interface HeldBytes {
  isTooMuch(principal: Principal): boolean;
  /** Counts the answer from now on. */
  watch(principal: Principal, response: ServerResponse): void;
  /** Counts a request while it waits. */
  holdRequest(principal: Principal): HeldRequest;
}

export interface HeldRequest {
  /** False if there is too much now. */
  add(bytes: number): boolean;
  /** The request waits no longer. */
  release(): void;
}

interface Held {
  readonly responses: Set<ServerResponse>;
  requestBytes: number;
}

export function heldBytes(options: HeldBytesOptions): HeldBytes {
  const most = options.maxUnsentBytes ?? defaultUnsentBytes;
  const held = new Map<string, Held>();

  function heldFor(identity: string): Held {
    const found = held.get(identity) ?? { responses: new Set(), requestBytes: 0 };
    held.set(identity, found);
    return found;
  }

  function bytesOf(identity: string): number {
    const { responses, requestBytes = 0 } = held.get(identity) ?? {};
    let bytes = requestBytes;
    for (const { writableLength } of responses ?? []) bytes += writableLength;
    return bytes;
  }

  function forgetEmpty(identity: string): void {
    const { responses, requestBytes } = heldFor(identity);
    if (responses.size === 0 && requestBytes === 0) held.delete(identity);
  }

  return {
    isTooMuch: (principal) => bytesOf(identityOf(principal)) > most,
    watch(principal, response) {
      const identity = identityOf(principal);
      const { responses } = heldFor(identity);
      responses.add(response);
      response.once("close", () => {
        responses.delete(response);
        forgetEmpty(identity);
      });
      writeWhile(
        response,
        (bytes) => response.writableLength + bytes <= smallAnswer || bytesOf(identity) <= lastAnswers * most,
      );
      // The socket counts as active while it sends. A call that still runs has sent all that it has, and may take its time.
      response.setTimeout(options.unreadMs ?? defaultUnreadMs, () => {
        if (response.writableLength > 0) response.destroy();
      });
    },
    holdRequest(principal) {
      const identity = identityOf(principal);
      let own = 0;
      return {
        add(bytes) {
          own += bytes;
          heldFor(identity).requestBytes += bytes;
          return bytesOf(identity) <= most;
        },
        release() {
          heldFor(identity).requestBytes -= own;
          own = 0;
          forgetEmpty(identity);
        },
      };
    },
  };
}

/** Closes the connection instead of a write for which there is no room. Both SDKs write to the response themselves. */
function writeWhile(response: ServerResponse, hasRoom: (bytes: number) => boolean): void {
  for (const method of ["write", "end"] as const) {
    const send = response[method].bind(response) as (...given: readonly unknown[]) => unknown;
    const sendOrClose = (...given: readonly unknown[]): unknown => {
      if (!hasRoom(lengthOf(given[0]))) response.destroy();
      return response.destroyed ? false : send(...given);
    };
    Object.assign(response, { [method]: sendOrClose });
  }
}

/** A text may take more bytes than it has characters, which makes no difference here. */
function lengthOf(chunk: unknown): number {
  if (typeof chunk === "string") return chunk.length;
  return ArrayBuffer.isView(chunk) ? chunk.byteLength : 0;
}
