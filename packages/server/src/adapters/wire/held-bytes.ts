import type { ServerResponse } from "node:http";
import { identityOf } from "../../canonical/identity.ts";
import type { Principal } from "../../api/outcome.ts";

export interface HeldBytesOptions {
  /**
   * Bytes that may wait in memory for one principal: responses that its clients have not read, and requests that have not
   * begun. Above that, its requests are answered with 429. Above four times that, which only running calls can cause, a
   * response closes its connection instead of waiting. Defaults to 32 MiB.
   */
  readonly maxUnsentBytes?: number;
  /** Milliseconds after which a connection that is not read is closed. Defaults to 30 seconds. */
  readonly unreadMs?: number;
}

export const defaultUnsentBytes: number = 32 * 1024 * 1024;
const defaultUnreadMs = 30_000;
/** How many times the limit may wait for responses of calls that already run. */
const lastHeldAnswers = 4;
/** Bytes of a response that are always accepted. */
const smallHeldAnswer = 64 * 1024;

/** The bytes that wait in memory for each principal. */
export interface HeldBytes {
  isTooMuch(principal: Principal): boolean;
  /** Counts the response from now on. */
  watch(principal: Principal, response: ServerResponse): void;
  /** Counts a request while it waits. */
  holdRequest(principal: Principal): HeldRequest;
}

export interface HeldRequest {
  /** False if the limit is exceeded. */
  add(bytes: number): boolean;
  /** Ends the waiting of the request. */
  release(): void;
}

interface HeldPrincipal {
  readonly responses: Set<ServerResponse>;
  requestBytes: number;
}

export function heldBytes(options: HeldBytesOptions): HeldBytes {
  const max = options.maxUnsentBytes ?? defaultUnsentBytes;
  const held = new Map<string, HeldPrincipal>();

  function heldFor(identity: string): HeldPrincipal {
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
    isTooMuch: (principal) => bytesOf(identityOf(principal)) > max,
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
        (bytes) =>
          response.writableLength + bytes <= smallHeldAnswer || bytesOf(identity) <= lastHeldAnswers * max,
      );
      // The socket is active while it sends. A running call that has sent all may take any time.
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
          return bytesOf(identity) <= max;
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

/** Closes the connection instead of exceeding the limit: the SDKs write to the response. */
function writeWhile(response: ServerResponse, hasRoom: (bytes: number) => boolean): void {
  for (const method of ["write", "end"] as const) {
    const send = response[method].bind(response) as (...given: readonly unknown[]) => unknown;
    const sendOrClose = (...given: readonly unknown[]): unknown => {
      if (!hasRoom(chunkLengthOf(given[0]))) response.destroy();
      return response.destroyed ? false : send(...given);
    };
    Object.assign(response, { [method]: sendOrClose });
  }
}

/** A text may have more bytes than characters, which does not matter here. */
function chunkLengthOf(chunk: unknown): number {
  if (typeof chunk === "string") return chunk.length;
  return ArrayBuffer.isView(chunk) ? chunk.byteLength : 0;
}
