import { randomBytes } from "node:crypto";
import { listOf, objectOf, isObject, isOwnMetaKey, resolveMethod, type JsonObject } from "@proviso/manifest";
import type { Principal } from "@proviso/server";
import { connectMcp, toolsetOf, type MessageExtra, type Toolset } from "@proviso/server/mcp";
import { handshakeOf, isModern, modernResult, ofSubscription } from "../protocol/eras.ts";
import { failure, isRequest, isResponse, progressTokenOf } from "../protocol/message.ts";
import type { Message, MessageId, RequestMessage } from "../protocol/message.ts";
import type { Transport } from "../protocol/sdk.ts";
import { notify, request as requestOf, type AskedFor, type Asking } from "../upstream/upstream.ts";
import { stagesOf, type CallContext } from "./stages.ts";
import { withoutOwnMeta } from "../tools/definitions.ts";
import { markedRequest, mergedFacts, unpackedResult } from "./marks.ts";
import { answerOfAll, renamed, routeOf } from "./routes.ts";
import { openSession, type Session, type SessionParts } from "./session.ts";

/** Where the messages of one host meet those of the upstreams. */
export type Junction = ReturnType<typeof openJunction>;

/** Messages of the upstream that are kept until the host is ready for them. */
const maxHeld = 1000;
/** Calls that wait for the host's answer to a question of the upstream's. */
const maxParked = 1000;

/** Methods that the server of the stages answers. */
const ownMethods = new Set(["initialize", "server/discover", "tools/call", "ping", resolveMethod]);

/** A request of the host that has no response yet. */
interface Open {
  readonly host: Transport;
  /** The host's id; the gateway has one of its own, because requests of several transports may have the same. */
  readonly hostId: MessageId;
  readonly request: RequestMessage;
  readonly context: CallContext;
  readonly stop: AbortController;
  /** That of the address of the request. */
  readonly part: Toolset | undefined;
  /** What a host of 2026-07-28 wants to be told by this request. */
  readonly wanted?: JsonObject;
}

/** A call of a host of 2026-07-28 that was answered with a question of the upstream's. */
interface Parked extends Open {
  readonly id: number;
  answer(responses: JsonObject): void;
  /** Its response, if it came before the host's answer. */
  late?: Message;
}

type State = ReturnType<typeof newState>;

/**
 * Hands the server of the stages the calls of tools, answers `tools/list`, and passes every other message between host and
 * upstreams as it is, under ids of its own. The first request says of which generation the host is.
 */
export function openJunction(parts: SessionParts, principal: Principal) {
  const state: State = newState(parts);
  const { stages, session, hosts } = state;
  stages.send = async (message, options) => outgoing(state, message as Message, options?.relatedRequestId);
  stages.close = async () => {
    await Promise.allSettled([...hosts].map((host) => host.close()));
    stages.onclose?.();
  };
  const server = stagesOf(
    parts.product,
    () => session.gate,
    (id) => state.open.get(id as number)?.context,
  );
  const serverInfo = { name: parts.product, version: "0.0.0" };
  const connection = connectMcp(server, stages as never, { sdk: 2, serverInfo, principal });
  const closed = connection.then((made) => made.closed);
  void closed.then(() => session.close()).catch(() => {});
  return {
    /** Serves a transport of the host: its connection, or since 2026-07-28 that of one request over HTTP. */
    async attach(host: Transport, isConnection: boolean): Promise<void> {
      // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no other way
      host.onmessage = (message, extra) =>
        receive(state, host, message as Message, toolsetOf(extra as MessageExtra | undefined));
      host.onclose = () => {
        hosts.delete(host);
        for (const [id, open] of state.open) if (open.host === host) cancel(state, id, "the host is gone");
        if (isConnection) stages.onclose?.();
      };
      // oxlint-enable unicorn/prefer-add-event-listener
      hosts.add(host);
      await connection;
      await host.start();
    },
    /** Resolves when either side has closed the connection. */
    closed: closed as Promise<void>,
    async close(): Promise<void> {
      await (await connection).close();
      await session.close();
    },
  };
}

function newState(parts: SessionParts) {
  const side = {
    parts,
    stages: { start: async () => {}, send: async () => {}, close: async () => {} } as Transport,
    hosts: new Set<Transport>(),
    open: new Map<number, Open>(),
    parked: new Map<string, Parked>(),
    /** Requests of upstreams that the host has not answered, by their ids at the host. */
    asked: new Map<MessageId, AskedFor & { readonly from: Asking; answer(response: Message): void }>(),
    /** Messages for a host that is not ready; undefined once it is. */
    held: [] as Message[] | undefined,
    isModern: undefined as boolean | undefined,
    last: 0,
  };
  const session: Session = openSession(
    parts,
    {
      ask: (request, from) => ask(state, request, from),
      tell: (message, from) => tell(state, message, from),
    },
    () => tell(state, { jsonrpc: "2.0", method: "notifications/tools/list_changed" }),
  );
  const state = Object.assign(side, { session });
  return state;
}

function receive(state: State, host: Transport, message: Message, part?: Toolset): void {
  const { asked, session } = state;
  if (isRequest(message)) return receiveRequest(state, host, message, part);
  if (isResponse(message)) {
    const question = asked.get(message.id);
    asked.delete(message.id);
    return question ? question.answer(message) : deliver(state, message);
  }
  const { method, params = {} } = message;
  if (method === "notifications/initialized") {
    for (const each of state.held ?? []) sendToHost(state, each);
    state.held = undefined;
    return deliver(state, message);
  }
  if (method !== "notifications/cancelled") return session.upstreams.forEach((each) => notify(each, message));
  for (const [id, open] of state.open)
    if (open.host === host && open.hostId === params["requestId"])
      cancel(
        state,
        id,
        typeof params["reason"] === "string" ? params["reason"] : "the host has cancelled it",
      );
}

/** No response will come. */
function cancel(state: State, id: number, reason: string): void {
  state.open.get(id)?.stop.abort(reason);
  state.open.delete(id);
  deliver(state, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } });
}

function deliver({ stages }: State, message: Message): void {
  stages.onmessage?.(message as never);
}

function receiveRequest(
  state: State,
  host: Transport,
  request: RequestMessage,
  part: Toolset | undefined,
): void {
  const { open, parked, session } = state;
  const { id: hostId, params = {} } = request;
  const token = String(params["requestState"]);
  const waiting = parked.get(token);
  if (waiting) {
    parked.delete(token);
    open.set(waiting.id, { ...waiting, host, hostId });
    if (waiting.late) return respond(state, waiting.id, waiting.late);
    return waiting.answer(objectOf(params["inputResponses"]));
  }
  state.isModern ??= isModern(request);
  const id = ++state.last;
  const context: CallContext = { session, meta: metaForUpstream(params) };
  open.set(id, { host, hostId, request, context, stop: new AbortController(), part });
  answer(state, id, request).catch((error: unknown) => respond(state, id, failure(id, error)));
}

/** Nothing is awaited that need not be: messages of a host keep their order. */
async function answer(state: State, id: number, request: RequestMessage): Promise<void> {
  const {
    session,
    parts: { shorter },
  } = state;
  const { method, params: given = {} } = request;
  const part = state.open.get(id)?.part;
  // The upstreams are connected before the host gets its first answer, which says what they can do.
  if (method === "initialize" && !state.isModern) await session.open({ handshake: given, isModern: false });
  // A host of 2026-07-28 shakes no hands: what its first request says is what the upstreams are told.
  if (state.isModern) state.held = undefined;
  if (state.isModern && !session.gate)
    await session.open({ handshake: handshakeOf(request), isModern: true });
  if (method === "tools/list") {
    const set = await session.list();
    return respond(state, id, resultOf(shorter?.list(set, part) ?? { tools: set.listed }));
  }
  if (state.isModern && method === "subscriptions/listen") return watch(state, id, given);
  if (!ownMethods.has(method)) {
    const ofAll = await answerOfAll(session.upstreams, method, given);
    return respond(state, id, resultOf(ofAll ?? (await passOn(state, id, request))));
  }
  // A search or a description is answered here; another call may stand for that of an inner tool.
  const isOfTool = method === "tools/call" || method === resolveMethod;
  const { result, params = given } = (isOfTool && shorter?.enter(given, session.tools(), part)) || {};
  if (result) return respond(state, id, resultOf(result));
  const open = state.open.get(id);
  if (open && params !== given) state.open.set(id, { ...open, request: { ...request, params } });
  // A call of a tool that has just changed, or was just accepted, must not be decided by what was known before.
  const reading = method === "tools/call" ? session.beforeCall(params["name"]) : undefined;
  if (reading) await reading;
  // A call as a task would begin before the stages have decided; without the capability no host asks for one.
  const { task: _task, ...withoutTask } = params;
  const entered = method === "tools/call" ? { params: withoutTask } : {};
  if (state.open.has(id)) deliver(state, { ...request, ...entered, id });
}

/** Passes a request on. What a resource or a prompt brings in is noted before it is there. */
async function passOn(
  { session, parts, open }: State,
  id: number,
  request: RequestMessage,
): Promise<JsonObject> {
  const { method } = request;
  const signal = open.get(id)?.stop.signal;
  const { upstream, params } = routeOf(session.upstreams, method, request.params ?? {});
  const flow = await parts.admitRead({ ...request, params }, upstream.parts.reads);
  if (flow && method !== "resources/subscribe") session.observe(flow);
  const result = await requestOf(upstream, method, params, { ...(signal && { signal }), isRelayed: true });
  return renamed(withoutOwnMeta(result), upstream);
}

/** Keeps what a host of 2026-07-28 wants to be told, and watches the resources among it. */
async function watch(state: State, id: number, params: JsonObject): Promise<void> {
  const notifications = objectOf(params["notifications"]);
  for (const uri of listOf(notifications["resourceSubscriptions"]))
    await passOn(state, id, { jsonrpc: "2.0", id, method: "resources/subscribe", params: { uri } });
  const open = state.open.get(id);
  if (!open) return;
  state.open.set(id, { ...open, wanted: notifications });
  sendOf(open, "notifications/subscriptions/acknowledged", { notifications });
}

function sendOf({ host, hostId }: Open, method: string, params: JsonObject): void {
  send(host, { jsonrpc: "2.0", method, params: ofSubscription(params, hostId) }, hostId);
}

/** A message of the server of the stages, as the host gets it. */
function outgoing(state: State, message: Message, related: MessageId | undefined): void {
  if (isResponse(message)) return respond(state, message.id as number, message);
  const open = state.open.get(related as number);
  if (open) send(open.host, message, open.hostId);
  else sendToHost(state, message);
}

/** Answers a request of the host, unless it was cancelled. */
function respond(state: State, id: number, message: Message): void {
  const open = state.open.get(id);
  const waiting = [...state.parked.values()].find((each) => each.id === id);
  if (waiting) waiting.late = message;
  if (!open) return;
  state.open.delete(id);
  const { host, hostId, context, request } = open;
  const { upstreams } = state.session;
  let response: Message = { ...message, id: hostId };
  if (request.method === "tools/call") response = unpackedResult(response, context);
  if (/^(initialize|server\/discover)$/.test(request.method)) response = mergedFacts(response, upstreams);
  if (state.isModern && response.result)
    response = { ...response, result: modernResult(request.method, response.result) };
  send(host, response);
}

function resultOf(result: JsonObject): Message {
  return { jsonrpc: "2.0", result };
}

/** Over HTTP a message needs the stream of a request. A host that is gone gets no more messages. */
function send(host: Transport, message: Message, related?: MessageId): void {
  host.send(message as never, related === undefined ? {} : { relatedRequestId: related }).catch(() => {});
}

/** The request that a message belongs to: the one with its token, or the newest one as the likeliest cause. */
function causeOf({ open }: State, message: Message): Open | undefined {
  const token = progressTokenOf(message);
  const all = [...open.values()].filter(({ wanted }) => !wanted);
  return all.find(({ request }) => token !== undefined && progressTokenOf(request) === token) ?? all.at(-1);
}

function sendToHost(state: State, message: Message): void {
  const cause = causeOf(state, message);
  const host = cause?.host ?? [...state.hosts].at(-1);
  if (host) send(host, message, cause?.hostId);
}

/** A notification for the host: of an upstream, or the gateway's own. */
function tell(state: State, message: Message, from?: Asking): void {
  const { asked, held } = state;
  const { method = "", params = {} } = message;
  const named = from ? renamed(params, from) : params;
  if (state.isModern && /(_changed|\/updated)$/.test(method)) {
    for (const open of state.open.values())
      if (open.wanted && wants(open.wanted, method, named)) sendOf(open, method, named);
    return;
  }
  // A cancelled request of the upstream's has another id at the host.
  const id = [...asked].find(([, each]) => each.from === from && each.id === params["requestId"])?.[0];
  const told = method === "notifications/cancelled" ? { ...params, requestId: id ?? "unknown" } : named;
  const sent = { ...message, ...(message.params && { params: told }) };
  if (!held) sendToHost(state, sent);
  else if (held.length < maxHeld) held.push(sent);
}

/** Whether a subscription of 2026-07-28 covers a notification. */
function wants(wanted: JsonObject, method: string, { uri }: JsonObject): boolean {
  const [, kind = ""] = method.split("/");
  const { resourceSubscriptions: uris } = wanted;
  if (method.endsWith("/updated")) return listOf(uris).includes(uri ?? null);
  return wanted[`${kind}ListChanged`] === true;
}

/** Asks the host for an upstream: by a request, or since 2026-07-28 by the result of the newest call. */
function ask(state: State, request: AskedFor, from: Asking): Promise<Message> {
  const { method, params } = request;
  const question = markedRequest({ method, ...(params && { params }) }, from.facts);
  return new Promise((resolve) => {
    if (state.isModern) return park(state, question, from, resolve);
    // A word in front, because the server of the stages counts its own questions from 0.
    const hostId = `upstream-${++state.last}`;
    state.asked.set(hostId, { ...request, from, answer: resolve });
    const message: Message = { jsonrpc: "2.0", id: hostId, ...question };
    if (!state.held) sendToHost(state, message);
    else if (state.held.length < maxHeld) state.held.push(message);
  });
}

const askable = /^(tools\/call|prompts\/get|resources\/read)$/;

/** Answers the newest call of the upstream with its question. The call goes on when the host makes it again with the answer. */
function park(
  state: State,
  question: JsonObject,
  { name, prefix }: Asking,
  answered: (response: Message) => void,
): void {
  const { open, parked } = state;
  const found = [...open].findLast(([, { request }]) => {
    const named = String(request.params?.["name"] ?? request.params?.["uri"]);
    return askable.test(request.method) && (named.startsWith(prefix) || named.startsWith(`${name}+`));
  });
  const error = { code: -32603, message: "no call of the host is open that could ask its user" };
  if (!found || parked.size >= maxParked) return answered({ jsonrpc: "2.0", error });
  const [id, asking] = found;
  const token = randomBytes(24).toString("base64url");
  parked.set(token, {
    ...asking,
    id,
    answer: ({ upstream }) => answered(isObject(upstream) ? resultOf(upstream) : { jsonrpc: "2.0", error }),
  });
  open.delete(id);
  const inputRequests = { upstream: question };
  send(asking.host, {
    jsonrpc: "2.0",
    id: asking.hostId,
    result: { resultType: "input_required", inputRequests, requestState: token },
  });
}

/** What a host says about its call, but for what is meant for the gateway. Progress gets a token of the gateway's. */
function metaForUpstream(params: JsonObject): JsonObject {
  const all = Object.entries(objectOf(params["_meta"]));
  return Object.fromEntries(all.filter(([key]) => key !== "progressToken" && !isOwnMetaKey(key)));
}
