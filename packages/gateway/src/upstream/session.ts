import { hiddenIn, isObject, type DataFlow, type JsonObject, type SeenData } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import { serverErrorCode, UpstreamGone } from "../protocol/message.ts";
import type { Message, MessageId, RequestMessage, ResponseMessage } from "../protocol/message.ts";
import { readToolList } from "./read-list.ts";
import type { AdmitRead } from "../reads/admit-read.ts";
import { tainted } from "../tools/tainted.ts";
import type { ShorterList } from "../tools/shorter-list.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import { openLink, type Link, type RequestOptions } from "./link.ts";
import type { Transport } from "../protocol/sdk.ts";

/** What a session needs of the process. */
export interface SessionParts {
  openTransport(): Promise<Transport>;
  /** Compares a list with what is known and reviewed. */
  learn(listed: readonly JsonObject[]): Promise<ToolSet>;
  makeGate(tools: ToolSet): EnforcingServer;
  /** Forgets a gate whose calls have ended. */
  retireGate(gate: EnforcingServer): void;
  readonly admitRead: AdmitRead;
  /** Undefined if hosts are listed all tools. */
  readonly shorter: ShorterList | undefined;
  /** One line for the operator. */
  report(line: string): void;
}

/** The host's side of a session. */
export interface HostSide {
  onRequest(request: RequestMessage): void;
  onNotification(notification: Message): void;
}

/** One host connection and its own connection to the upstream, which is made again when it is lost. */
export interface Session {
  /** Connects with the host's capabilities. Returns the upstream's result of `initialize`. */
  open(params: JsonObject): Promise<JsonObject>;
  /** Undefined until the session is open. */
  readonly gate: EnforcingServer | undefined;
  /**
   * Resolves when what is known is new enough for a call: a list that was announced, or what an operator has accepted of a
   * blocked tool. Undefined if nothing has to be read.
   */
  beforeCall(tool: unknown): Promise<void> | undefined;
  /** Notes what a call or a reading brings in. From then on, calls that could carry private data out ask a person. */
  observe(flow: DataFlow): void;
  /** The tools as they were read last. */
  tools(): ToolSet;
  /** The tools for the host, after a lost upstream was connected again. */
  list(): Promise<ToolSet>;
  /** Calls a tool of the upstream. Rejects with `NotForwarded` if the call has not been sent. */
  call(params: JsonObject, options: RequestOptions): Promise<JsonObject>;
  relay(request: RequestMessage, answer: (response: ResponseMessage) => void): void;
  cancelRelayed(id: MessageId, params: JsonObject): boolean;
  /** Sends a notification, or the host's response, while the upstream is connected. */
  send(message: Message): void;
  close(): Promise<void>;
}

/** The upstream cannot be reached, and the call was not sent. */
export class NotForwarded extends Error {
  override readonly name = "NotForwarded";
}

/** Milliseconds for `initialize`. */
const openMs = 60_000;
const maxGates = 8;
export const emptySet: ToolSet = { tools: new Map(), offered: [], listed: [], findings: [] };

type State = ReturnType<typeof newState>;

export function openSession(parts: SessionParts, host: HostSide): Session {
  const state = newState();
  const events = {
    onRequest: host.onRequest,
    onNotification: (notification: Message): void => {
      if (notification.method === "notifications/tools/list_changed")
        void refresh(state, parts, host).catch((error: unknown) => parts.report(String(error)));
      else host.onNotification(notification);
    },
    onClosed: (reason: string): void => void (state.isClosed || parts.report(reason)),
  };
  const live = (): Promise<Link> => liveLink(state, parts, host, events);
  return {
    async open(params) {
      state.params = params;
      await live();
      return state.upstream;
    },
    get gate() {
      return state.gates.at(-1);
    },
    beforeCall(tool) {
      const isBlocked = [...state.tools.tools.values()].some(
        ({ change, definition }) => change !== undefined && definition.name === tool,
      );
      const reading = isBlocked ? refresh(state, parts, host) : state.refreshing;
      // What could not be read stays as it was.
      return reading?.catch(() => {});
    },
    observe: (flow) => observe(state, parts, flow),
    tools: () => state.tools,
    async list() {
      await live();
      // Not every server announces a change. What could not be read stays as it was.
      if (state.isFresh || state.refreshing) await state.refreshing;
      else await refresh(state, parts).catch(() => {});
      state.isFresh = false;
      return state.tools;
    },
    async call(params, options) {
      const link = await live().catch((error: unknown) => {
        throw new NotForwarded(error instanceof Error ? error.message : "the upstream cannot be reached");
      });
      return link.request("tools/call", params, options);
    },
    relay(request, answer) {
      remember(state.wishes, request);
      live().then(
        (link) => link.relay(request, answer),
        (error: unknown) => answer(unreachable(request, error)),
      );
    },
    cancelRelayed: (id, params) => state.link?.cancelRelayed(id, params) ?? false,
    send: (message) => state.link?.send(message),
    async close() {
      state.isClosed = true;
      await state.opening?.catch(() => {});
      await state.link?.close();
      for (const gate of state.gates) parts.retireGate(gate);
    },
  };
}

function newState() {
  return {
    link: undefined as Link | undefined,
    opening: undefined as Promise<Link> | undefined,
    params: {} as JsonObject,
    upstream: {} as JsonObject,
    /** One for each list so far, the current one last. */
    gates: [] as EnforcingServer[],
    tools: emptySet,
    seen: { private: false, untrusted: false } as SeenData,
    isClosed: false,
    isStale: false,
    /** Whether the host has not been given the list that was read last. */
    isFresh: false,
    refreshing: undefined as Promise<void> | undefined,
    /** What the host has asked for that a new connection does not know. */
    wishes: new Map<string, RequestMessage>(),
  };
}

type Events = Parameters<typeof openLink>[1];

/** The open connection; a lost one is made again, once at a time. */
async function liveLink(state: State, parts: SessionParts, host: HostSide, events: Events): Promise<Link> {
  if (state.link && !state.link.isClosed) return state.link;
  if (state.isClosed) throw new UpstreamGone("the gateway is closing");
  state.opening ??= connect(state, parts, host, events).finally(() => (state.opening = undefined));
  return state.opening;
}

async function connect(state: State, parts: SessionParts, host: HostSide, events: Events): Promise<Link> {
  const isFirst = state.gates.length === 0;
  const transport = await parts.openTransport();
  const link = await openLink(transport, events);
  try {
    const result = await link.request("initialize", state.params, { timeoutMs: openMs });
    const { protocolVersion } = result;
    if (typeof protocolVersion === "string") transport.setProtocolVersion?.(protocolVersion);
    state.upstream = result;
    link.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    reportInstructions(result, parts);
    await learnList(state, parts, await listOf(state, link));
    if (!isFirst) restore(state, link, host);
    state.link = link;
    return link;
  } catch (error) {
    await link.close().catch(() => {});
    throw error;
  }
}

/** A server without tools is not asked for its list. */
async function listOf({ upstream: { capabilities } }: State, link: Link): Promise<readonly unknown[]> {
  return isObject(capabilities) && isObject(capabilities["tools"]) ? readToolList(link) : [];
}

/** Instructions go to the host's model as they are. */
function reportInstructions({ instructions }: JsonObject, { report }: SessionParts): void {
  const [hidden] = typeof instructions === "string" ? hiddenIn(instructions) : [];
  if (hidden) report(`the server's instructions have characters that no reader sees, such as ${hidden.name}`);
}

/** Tells a new connection what the host has asked of the former one, and the host what may have changed. */
function restore({ wishes }: State, link: Link, host: HostSide): void {
  for (const { method, params = {} } of wishes.values()) void link.request(method, params).catch(() => {});
  host.onNotification({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
}

/** Wishes that last for a connection, such as a level of logging, by what they are about. */
function remember(wishes: Map<string, RequestMessage>, request: RequestMessage): void {
  const { method, params = {} } = request;
  const uri = JSON.stringify(params["uri"] ?? null);
  if (method === "logging/setLevel") wishes.set(method, request);
  else if (method === "resources/subscribe") wishes.set(uri, request);
  else if (method === "resources/unsubscribe") wishes.delete(uri);
}

async function learnList(state: State, parts: SessionParts, listed: readonly unknown[]): Promise<boolean> {
  const tools = await parts.learn(listed as readonly JsonObject[]);
  state.isFresh = true;
  const isSame = state.gates.length > 0 && isSameSet(state.tools, tools);
  if (isSame) return false;
  state.tools = tools;
  putGate(state, parts);
  return true;
}

function observe(state: State, parts: SessionParts, { readsPrivate, returnsUntrusted }: DataFlow): void {
  const { seen, tools } = state;
  const now = { private: seen.private || readsPrivate, untrusted: seen.untrusted || returnsUntrusted };
  state.seen = now;
  const isNew = now.private !== seen.private || now.untrusted !== seen.untrusted;
  if (isNew && tainted(tools, now) !== tools) putGate(state, parts);
}

/** Calls may still run in the former gates; a list that changes all the time must not keep them all. */
function putGate(state: State, parts: SessionParts): void {
  for (const gate of state.gates.splice(0, state.gates.length - maxGates)) parts.retireGate(gate);
  state.gates.push(parts.makeGate(tainted(state.tools, state.seen)));
}

/**
 * Reads the list again, one reading at a time: what is announced meanwhile causes one more. `host` is told of a change; absent if
 * it gets the list anyway.
 */
function refresh(state: State, parts: SessionParts, host?: HostSide): Promise<void> {
  state.isStale = true;
  state.refreshing ??= (async () => {
    while (state.isStale && state.link && !state.link.isClosed) {
      state.isStale = false;
      const isNew = await learnList(state, parts, await listOf(state, state.link));
      if (isNew) host?.onNotification({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    }
  })().finally(() => (state.refreshing = undefined));
  return state.refreshing;
}

function isSameSet(one: ToolSet, other: ToolSet): boolean {
  return factsOf(one) === factsOf(other);
}

function factsOf({ tools, listed }: ToolSet): string {
  const rules = [...tools].map(([name, { blocked, enforced }]) => [name, blocked, enforced]);
  return JSON.stringify([listed, rules]);
}

function unreachable({ id }: RequestMessage, error: unknown): ResponseMessage {
  const message = error instanceof Error ? error.message : "the upstream cannot be reached";
  return { jsonrpc: "2.0", id, error: { code: serverErrorCode, message } };
}
