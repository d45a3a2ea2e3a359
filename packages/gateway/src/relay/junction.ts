import { isObject, isOwnMetaKey, resolveMethod, type JsonObject } from "@proviso/manifest";
import type { Transport } from "../protocol/sdk.ts";
import { openSession, type Session, type SessionParts } from "../upstream/session.ts";
import { callContext, type CallContext } from "./call-context.ts";
import { cleanedResponse, markedRequest, mergedInitialize, unpackedResult } from "./marks.ts";
import {
  isRequest,
  isResponse,
  serverErrorCode,
  type Message,
  type MessageId,
  type RequestMessage,
  type ResponseMessage,
} from "../protocol/message.ts";

/** Messages of the upstream that are kept until the host is ready for them. */
const maxHeld = 1000;

/** Methods that the server of the stages answers. */
const ownMethods: ReadonlySet<string> = new Set(["initialize", "tools/call", "ping", resolveMethod]);

type Extra = Parameters<NonNullable<Transport["onmessage"]>>[1];

/**
 * The transport between a host and the server of the stages. It hands that server the calls of tools, answers `tools/list`, and
 * passes every other message between host and upstream as it is, under ids of its own.
 */
export function junction(host: Transport, parts: SessionParts): Transport {
  const side = hostSide(host);
  const session = openSession(parts, side.events);
  const { admitRead, shorter } = parts;
  const state: JunctionState = { host, side, session, admitRead, shorter, calls: new Map(), upstream: {} };
  const inner: Transport = {
    async start() {
      // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other way
      host.onmessage = (message, extra) => receive(state, inner, message as Message, extra);
      host.onclose = () => {
        void session.close().catch(() => {});
        inner.onclose?.();
      };
      host.onerror = (error) => inner.onerror?.(error);
      // oxlint-enable unicorn/prefer-add-event-listener
      await host.start();
    },
    send: (message, options) => host.send(outgoing(state, message as Message) as never, options),
    close: () => host.close(),
    get sessionId() {
      return host.sessionId;
    },
  };
  return inner;
}

interface JunctionState {
  readonly host: Transport;
  readonly side: HostSideOfJunction;
  readonly session: Session;
  readonly admitRead: SessionParts["admitRead"];
  readonly shorter: SessionParts["shorter"];
  /** Open requests that the server of the stages answers. */
  readonly calls: Map<MessageId, { readonly method: string; readonly context: CallContext }>;
  /** The upstream's result of `initialize`. */
  upstream: JsonObject;
}

function receive(state: JunctionState, inner: Transport, message: Message, extra: Extra): void {
  const { side, session } = state;
  const deliver = (given = message): void => inner.onmessage?.(given as never, extra);
  if (isResponse(message)) return side.answered(message, session) ? undefined : deliver();
  if (isRequest(message)) return receiveRequest(state, message, deliver);
  const { method, params = {} } = message;
  if (method === "notifications/initialized") {
    side.isReady();
    return deliver();
  }
  if (method === "notifications/cancelled") {
    const id = params["requestId"];
    if (typeof id !== "string" && typeof id !== "number") return;
    // No response will come.
    side.closed(id);
    state.calls.delete(id);
    return session.cancelRelayed(id, params) ? undefined : deliver();
  }
  session.send(message);
}

function receiveRequest(
  state: JunctionState,
  given: RequestMessage,
  deliver: (request: RequestMessage) => void,
): void {
  const { session, side, calls } = state;
  const { id, method } = given;
  side.opened(id);
  if (method === "tools/list") return void listTools(state, given);
  const request = method === "tools/call" ? innerCall(state, given) : given;
  if (!request) return;
  const { params = {} } = request;
  if (!ownMethods.has(method)) return void relay(state, request);
  const context: CallContext = { session, meta: metaForUpstream(params) };
  calls.set(id, { method, context });
  // A call as a task would begin before the stages have decided; without the capability no host asks for one.
  const { task: _task, ...withoutTask } = params;
  const entered = method === "tools/call" ? { ...request, params: withoutTask } : request;
  const enter = (): void => callContext.run(context, () => deliver(entered));
  // A call of a tool that has just changed, or was just accepted, must not be decided by what was known before.
  if (method !== "initialize") return void (session.beforeCall(params["name"])?.then(enter) ?? enter());
  void initialize(state, request, enter);
}

/** The call for which a request stands. Undefined if it was a search or a description, which is answered. */
function innerCall(
  { shorter, session, side }: JunctionState,
  request: RequestMessage,
): RequestMessage | undefined {
  const { id, params = {} } = request;
  try {
    const entered = shorter?.enter(params, session.tools()) ?? { params };
    if (entered.params) return { ...request, params: entered.params };
    side.respond({ jsonrpc: "2.0", id, result: entered.result ?? {} });
  } catch (error) {
    side.respond(failure(id, error));
  }
  return undefined;
}

/** Passes a request on. What a resource or a prompt brings in is noted before it is there. */
async function relay({ admitRead, session, side }: JunctionState, request: RequestMessage): Promise<void> {
  try {
    const flow = await admitRead(request);
    if (flow && request.method !== "resources/subscribe") session.observe(flow);
  } catch (error) {
    return side.respond(failure(request.id, error));
  }
  session.relay(request, (response) => side.respond(cleanedResponse(response)));
}

/** Connects the upstream before the host gets its answer, which says what the upstream can do. */
async function initialize(
  state: JunctionState,
  { id, params = {} }: RequestMessage,
  enter: () => void,
): Promise<void> {
  const { calls, session, side } = state;
  try {
    state.upstream = await session.open(params);
    side.upstreamName = nameOf(state.upstream);
    enter();
  } catch (error) {
    calls.delete(id);
    side.respond(failure(id, error));
  }
}

/** The tools are listed as the upstream lists them: the server of the stages knows only their contracts. */
async function listTools({ session, side, shorter }: JunctionState, { id }: RequestMessage): Promise<void> {
  try {
    const tools = await session.list();
    side.respond({ jsonrpc: "2.0", id, result: shorter?.list(tools) ?? { tools: tools.listed } });
  } catch (error) {
    side.respond(failure(id, error));
  }
}

/** A message of the server of the stages, as the host gets it. */
function outgoing({ calls, side, upstream }: JunctionState, message: Message): Message {
  if (!isResponse(message)) return message;
  side.closed(message.id);
  const call = calls.get(message.id);
  calls.delete(message.id);
  if (!call) return message;
  if (call.method === "initialize") return mergedInitialize(message, upstream);
  return call.method === "tools/call" ? unpackedResult(message, call.context) : message;
}

interface HostSideOfJunction {
  readonly events: { onRequest(request: RequestMessage): void; onNotification(message: Message): void };
  upstreamName: string;
  isReady(): void;
  opened(id: MessageId): void;
  closed(id: MessageId): void;
  respond(response: ResponseMessage): void;
  /** Passes a response of the host on if it answers a request of the upstream's. */
  answered(response: ResponseMessage, session: Session): boolean;
}

/** What goes to the host: requests of the upstream's under new ids, and its notifications, once the host is ready. */
function hostSide(host: Transport): HostSideOfJunction {
  const asked = new Map<MessageId, MessageId>();
  const open = new Set<MessageId>();
  let held: Message[] | undefined = [];
  let last = 0;
  const send = (message: Message): void => {
    // Over HTTP a message needs the stream of a request; the newest one is the likeliest cause.
    const related = isResponse(message) ? undefined : [...open].at(-1);
    const options = related === undefined ? undefined : { relatedRequestId: related };
    // A host that is gone gets no more messages; its closed connection ends the session.
    host.send(message as never, options).catch(() => {});
  };
  const tell = (message: Message): void => {
    if (!held) send(message);
    else if (held.length < maxHeld) held.push(message);
  };
  const side: HostSideOfJunction = {
    upstreamName: "",
    events: {
      onRequest(request) {
        // A word in front, because the server of the stages counts its own questions from 0.
        const id = `upstream-${++last}`;
        asked.set(id, request.id);
        tell({ ...markedRequest(request, side.upstreamName), id });
      },
      onNotification: (message) => tell(withHostIds(message, asked)),
    },
    isReady() {
      for (const message of held ?? []) send(message);
      held = undefined;
    },
    opened: (id) => void open.add(id),
    closed: (id) => void open.delete(id),
    respond(response) {
      open.delete(response.id);
      send(response);
    },
    answered(response, session) {
      const id = asked.get(response.id);
      if (id === undefined) return false;
      asked.delete(response.id);
      session.send({ ...response, id });
      return true;
    },
  };
  return side;
}

/** A cancelled request of the upstream's has another id at the host. */
function withHostIds(message: Message, asked: ReadonlyMap<MessageId, MessageId>): Message {
  if (message.method !== "notifications/cancelled") return message;
  const hostId = [...asked].find(([, id]) => id === message.params?.["requestId"])?.[0];
  return { ...message, params: { ...message.params, requestId: hostId ?? "unknown" } };
}

/** What a host says about its call, but for what is meant for the gateway. Progress gets a token of the gateway's. */
function metaForUpstream(params: JsonObject): JsonObject {
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const kept = Object.entries(meta).filter(([key]) => key !== "progressToken" && !isOwnMetaKey(key));
  return Object.fromEntries(kept);
}

function nameOf({ serverInfo }: JsonObject): string {
  const name = isObject(serverInfo) ? serverInfo["name"] : undefined;
  return typeof name === "string" ? name : "behind the gateway";
}

function failure(id: MessageId, error: unknown): ResponseMessage {
  const message = error instanceof Error ? error.message : "the upstream cannot be reached";
  const { code } = error as { readonly code?: unknown };
  return { jsonrpc: "2.0", id, error: { code: typeof code === "number" ? code : serverErrorCode, message } };
}
