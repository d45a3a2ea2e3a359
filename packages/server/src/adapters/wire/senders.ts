import { randomUUID } from "node:crypto";
import type { Principal } from "../../api/outcome.ts";
import type { Received } from "./receive.ts";
import type { Toolset } from "./toolset.ts";

/** The SDK's data about the HTTP request of a message. */
export interface MessageExtra {
  readonly authInfo?: { readonly extra?: Readonly<Record<string, unknown>> };
}

/** Identifies the sender of each message of a connection. */
export interface Senders {
  ofRequest(extra: MessageExtra): Principal | undefined;
  /** The toolset of the request's address. */
  toolsetOf(extra: MessageExtra): Toolset | undefined;
  /** The sender of the answer to our question; `result` is the answer as the SDK returns it. */
  ofAnswer(result: { readonly _meta?: unknown }): Principal | undefined;
}

/** Returns one sender for all messages of a connection that was authenticated when it was made. */
export function oneSender(principal: Principal | undefined, toolset?: Toolset): Senders {
  return { ofRequest: () => principal, toolsetOf: () => toolset, ofAnswer: () => principal };
}

/** Returns the sender of a connection that lasts for one HTTP request. */
export function senderIn(extra: MessageExtra): Senders {
  return oneSender(principalOf(extra), toolsetOf(extra));
}

type ReceiveMessage = (message: never, extra?: never) => void;
interface MessageTransport {
  onmessage?: ReceiveMessage | undefined;
}

export interface SessionSenders extends Senders {
  /** Call this after connecting the SDK to the session's transport. */
  watch(transport: MessageTransport): void;
}

const senderKey = "dev.proviso/sender";

/**
 * For a session in which each request has its own token. The SDKs pass on who sent a request, but
 * not who sent the answer to one of ours. So each answer gets a mark that leads to its sender
 * before the SDK sees it. A mark sent by the client is overwritten.
 */
export function sessionSenders(): SessionSenders {
  const bySenderMark = new Map<string, Principal>();
  const marked = (message: unknown, extra: MessageExtra = {}): unknown => {
    const principal = principalOf(extra);
    if (!isAnswer(message) || !principal) return message;
    const mark = randomUUID();
    bySenderMark.set(mark, principal);
    // Removed if nobody has read it by then: a waiting reader reads in the same turn.
    setImmediate(() => setImmediate(() => bySenderMark.delete(mark)));
    const { result } = message;
    return {
      ...message,
      result: { ...result, _meta: { ...messageRecord(result["_meta"]), [senderKey]: mark } },
    };
  };
  return {
    ofRequest: principalOf,
    toolsetOf,
    ofAnswer: ({ _meta }) => bySenderMark.get(String(messageRecord(_meta)[senderKey])),
    watch(transport) {
      const receive = transport.onmessage;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDKs have no other way
      transport.onmessage = (message, extra) => receive?.(marked(message, extra) as never, extra);
    },
  };
}

/** The data attached to a request, by which `principalOf` and `toolsetOf` find its sender and its toolset. */
export function authInfoOf({ principal, toolset }: Pick<Received, "principal" | "toolset">): {
  readonly token: string;
  readonly clientId: string;
  scopes: string[];
  extra: Record<string, unknown>;
} {
  return { token: "", clientId: principal.id, scopes: [], extra: { principal, toolset } };
}

function principalOf({ authInfo }: MessageExtra): Principal | undefined {
  return authInfo?.extra?.["principal"] as Principal | undefined;
}

/** The toolset of the address that a message came to, from what the SDK passes on beside it. */
export function toolsetOf({ authInfo }: MessageExtra = {}): Toolset | undefined {
  return authInfo?.extra?.["toolset"] as Toolset | undefined;
}

function isAnswer(message: unknown): message is { readonly result: Readonly<Record<string, unknown>> } {
  const { method, result } = messageRecord(message);
  return method === undefined && typeof result === "object" && result !== null;
}

function messageRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
