import { randomUUID } from "node:crypto";
import type { Principal } from "../../api/outcome.ts";

/** What an SDK tells of the HTTP request with which a message came. */
interface MessageExtra {
  readonly authInfo?: { readonly extra?: Readonly<Record<string, unknown>> };
}

/** Who sends what comes in over a connection. */
export interface Senders {
  ofRequest(extra: MessageExtra): Principal | undefined;
  /** Who sent the answer to a question of ours; `result` is that answer as the SDK returns it. */
  ofAnswer(result: { readonly _meta?: unknown }): Principal | undefined;
}

/** A connection that was authenticated once, when it was made. */
export function oneSender(principal: Principal | undefined): Senders {
  return { ofRequest: () => principal, ofAnswer: () => principal };
}

type Receive = (message: never, extra?: never) => void;
interface Transport {
  onmessage?: Receive | undefined;
}

export interface SessionSenders extends Senders {
  /** To be called once the SDK is connected to the transport of the session. */
  watch(transport: Transport): void;
}

const senderKey = "dev.proviso/sender";

/**
 * A session in which each request has a token of its own. The SDKs say who sent a request, but not who sent the answer to
 * one of ours; so each answer gets a mark that leads to its sender before the SDK sees it. A mark that the client sent itself
 * is overwritten, and leads nowhere.
 */
export function sessionSenders(): SessionSenders {
  const bySenderMark = new Map<string, Principal>();
  const marked = (message: unknown, extra: MessageExtra = {}): unknown => {
    const principal = principalOf(extra);
    if (!isAnswer(message) || !principal) return message;
    const mark = randomUUID();
    bySenderMark.set(mark, principal);
    // Whoever waits for the answer reads the mark in the same turn of the event loop; one that nobody waits for is forgotten.
    setImmediate(() => setImmediate(() => bySenderMark.delete(mark)));
    const { result } = message;
    return { ...message, result: { ...result, _meta: { ...asRecord(result["_meta"]), [senderKey]: mark } } };
  };
  return {
    ofRequest: principalOf,
    ofAnswer: ({ _meta }) => bySenderMark.get(String(asRecord(_meta)[senderKey])),
    watch(transport) {
      const receive = transport.onmessage;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDKs have no other way
      transport.onmessage = (message, extra) => receive?.(marked(message, extra) as never, extra);
    },
  };
}

/** What a request is given before the SDK has it, so that `principalOf` finds its sender. */
export function authInfoOf(principal: Principal): {
  readonly token: string;
  readonly clientId: string;
  scopes: string[];
  extra: Record<string, unknown>;
} {
  return { token: "", clientId: principal.id, scopes: [], extra: { principal } };
}

export function principalOf({ authInfo }: MessageExtra): Principal | undefined {
  return authInfo?.extra?.["principal"] as Principal | undefined;
}

function isAnswer(message: unknown): message is { readonly result: Readonly<Record<string, unknown>> } {
  const { method, result } = asRecord(message);
  return method === undefined && typeof result === "object" && result !== null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
