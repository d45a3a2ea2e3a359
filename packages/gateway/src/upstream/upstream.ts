import { hiddenIn, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { asObject, UpstreamError, UpstreamGone, type Message } from "../protocol/message.ts";
import { reasonOf } from "@proviso/terminal";
import { discovered, legacyResult, modernVersion, withEnvelope, withoutEnvelope } from "../protocol/eras.ts";
import type { Transport } from "../protocol/sdk.ts";
import type { ReadRules } from "../reads/read-rules.ts";
import type { ToolSet } from "../tools/gateway-tool.ts";
import { openLink, type Link, type LinkEvents, type RequestOptions } from "./link.ts";
import { readList, type ReadList } from "./read-list.ts";
import { taskResult } from "./tasks.ts";

/** What a session needs of one upstream. */
export interface UpstreamParts {
  readonly name: string;
  /** Before the names of its tools and prompts; empty if it is the only one. */
  readonly prefix: string;
  readonly reads: ReadRules;
  openTransport(): Promise<Transport>;
  /** Compares a list with what is known and reviewed. The same set while neither changes. */
  learn(list: ReadList): Promise<ToolSet>;
  /** One line for the operator. */
  report(line: string): void;
}

/** What a host said first. */
export interface Greeting {
  /** The parameters of its `initialize`, or what its first request said instead. */
  readonly handshake: JsonObject;
  /** Whether it speaks 2026-07-28. */
  readonly isModern: boolean;
}

/** A request of the upstream's, with its id if it was one by itself. */
export type AskedFor = Pick<Message, "id" | "params"> & { readonly method: string };

/** The host, as an upstream needs it. */
export interface UpstreamHost {
  /** Asks the host for something; resolves to its response. */
  ask(request: AskedFor, from: Asking): Promise<Message>;
  tell(notification: Message, from: Asking): void;
  /** Called when a list was read that the host may not have: `isNew` if it differs from the former. */
  learned(isNew: boolean): void;
}

/** The connection of one host to one upstream, which is made again when it is lost. */
export type Upstream = ReturnType<typeof openUpstream>;

/** What the host is asked and told for. `facts`: what the upstream said of itself, as a result of `initialize`; empty before. */
export interface Asking {
  readonly name: string;
  readonly prefix: string;
  readonly facts: JsonObject;
}

export interface UpstreamOptions extends RequestOptions {
  /** Passes a question of 2026-07-28 in the place of a result on; without it, the host is asked and the result awaited. */
  readonly isRelayed?: boolean;
}

/** The upstream cannot be reached, and the request was not sent. */
export class NotForwarded extends Error {
  override readonly name = "NotForwarded";
}

/** Milliseconds for `initialize`, and for `server/discover`, which an older server may not answer at all. */
const openMs = { initialize: 60_000, "server/discover": 10_000 };
/** Questions of an upstream in one call. */
const maxRounds = 32;

type State = ReturnType<typeof newState>;

export function openUpstream(parts: UpstreamParts, host: UpstreamHost) {
  const state = newState(parts, host);
  return {
    name: parts.name as string,
    prefix: parts.prefix as string,
    reads: parts.reads as ReadRules,
    get facts(): JsonObject {
      return state.facts;
    },
    get tools(): ToolSet {
      return state.tools;
    },
    connect(greeting: Greeting): Promise<unknown> {
      state.greeting = greeting;
      return live(state);
    },
    /** Reads the list again, one reading at a time: what is announced meanwhile causes one more. */
    refresh: (): Promise<void> => refresh(state),
    /** The reading that goes on. */
    get refreshing(): Promise<void> | undefined {
      return state.refreshing;
    },
    /** Reads the list unless it was just read: not every server announces a change. */
    async renew(): Promise<void> {
      await live(state);
      if (state.isFresh || state.refreshing) await state.refreshing;
      // What could not be read stays as it was.
      else await refresh(state).catch(() => {});
      state.isFresh = false;
    },
    /** Makes a request in the upstream's generation. Rejects with `NotForwarded` if it has not been sent. */
    request: (method: string, params: JsonObject, options: UpstreamOptions = {}): Promise<JsonObject> =>
      request(state, method, params, options),
    /** Sends a notification while the upstream is connected. */
    notify: (message: Message): void => state.link?.send(message),
    async close(): Promise<void> {
      state.isClosed = true;
      await state.opening?.catch(() => {});
      await state.link?.close();
    },
  };
}

function newState(parts: UpstreamParts, host: UpstreamHost) {
  return {
    parts,
    host,
    name: parts.name,
    prefix: parts.prefix,
    greeting: { handshake: {}, isModern: false } as Greeting,
    link: undefined as Link | undefined,
    opening: undefined as Promise<Link> | undefined,
    facts: {} as JsonObject,
    tools: { tools: new Map(), listed: [], findings: [] } as ToolSet,
    hasList: false,
    isModern: false,
    isClosed: false,
    isStale: false,
    /** Whether the host has not been given the list that was read last. */
    isFresh: false,
    refreshing: undefined as Promise<void> | undefined,
    /** What the host has asked for that a new connection does not know: parameters by method and address. */
    wishes: new Map<string, readonly [method: string, params: JsonObject]>(),
    /** Ends the present `subscriptions/listen`. */
    listening: undefined as AbortController | undefined,
  };
}

/** The open connection; a lost one is made again, once at a time. */
async function live(state: State): Promise<Link> {
  if (state.link && !state.link.isClosed) return state.link;
  if (state.isClosed) throw new UpstreamGone("the gateway is closing");
  state.opening ??= connect(state).finally(() => (state.opening = undefined));
  return state.opening;
}

async function connect(state: State): Promise<Link> {
  const { parts, host } = state;
  const events = (answerBy: (response: Message) => void): LinkEvents => ({
    async onRequest(asked) {
      const { result, error = noAnswer } = await host.ask(asked, state);
      answerBy({ jsonrpc: "2.0", id: asked.id, ...(result ? { result } : { error }) });
    },
    onNotification(notification) {
      if (notification.method === "notifications/tools/list_changed")
        void refresh(state).catch((error: unknown) => parts.report(String(error)));
      else if (notification.method !== "notifications/subscriptions/acknowledged")
        host.tell(notification, state);
    },
    onClosed: (reason) => void (state.isClosed || parts.report(reason)),
  });
  // In the host's generation, if the upstream speaks it: then the least has to be translated.
  const ways = state.greeting.isModern ? [discover, shakeHands] : [shakeHands, discover];
  let first: unknown;
  for (const way of ways) {
    const transport = await parts.openTransport();
    const link: Link = openLink(
      transport,
      events((response) => link.send(response)),
    );
    try {
      await transport.start();
      await way(state, link, transport);
      reportInstructions(state);
      const isAgain = state.hasList;
      await learn(state, link);
      state.link = link;
      if (state.isModern) listen(state);
      // A new connection does not know what the host has asked of the former one.
      else if (isAgain)
        for (const [wish, params] of state.wishes.values())
          void link.request(wish, withoutEnvelope(params)).catch(() => {});
      return link;
    } catch (error) {
      await link.close().catch(() => {});
      first ??= error;
      if (!(error instanceof UpstreamError) && !(error instanceof OtherGeneration)) break;
    }
  }
  throw first;
}

const noAnswer = { code: -32603, message: "the host did not answer" };
/** The server speaks the other generation of MCP. */
class OtherGeneration extends Error {}

async function shakeHands(state: State, link: Link, transport: Transport): Promise<void> {
  const params = state.greeting.handshake;
  state.facts = await link.request("initialize", params, { signal: AbortSignal.timeout(openMs.initialize) });
  state.isModern = false;
  const { protocolVersion } = state.facts;
  if (typeof protocolVersion === "string") transport.setProtocolVersion?.(protocolVersion);
  link.send({ jsonrpc: "2.0", method: "notifications/initialized" });
}

async function discover(state: State, link: Link): Promise<void> {
  const signal = AbortSignal.timeout(openMs["server/discover"]);
  const params = withEnvelope({}, state.greeting.handshake);
  const result = await link.request("server/discover", params, { signal }).catch((error: unknown) => {
    throw error instanceof UpstreamError ? error : new OtherGeneration(reasonOf(error), { cause: error });
  });
  const facts = discovered(result);
  if (!facts) throw new OtherGeneration(`the upstream does not speak MCP ${modernVersion}`);
  state.facts = facts;
  state.isModern = true;
}

/** Instructions go to the host's model as they are. */
function reportInstructions({ facts: { instructions }, parts }: State): void {
  const [hidden] = typeof instructions === "string" ? hiddenIn(instructions) : [];
  if (hidden)
    parts.report(`the server's instructions have characters that no reader sees, such as ${hidden.name}`);
}

/** Reads the list; a server without tools is not asked for one. */
async function learn(state: State, link: Link): Promise<void> {
  const { parts, host, facts } = state;
  const ask = (params: JsonObject, options: RequestOptions): Promise<JsonObject> =>
    link.request("tools/list", inGeneration(state, params), options);
  const hasTools = isObject(asObject(facts["capabilities"])["tools"]);
  const list = hasTools ? await readList("tools", ask) : { entries: [], digest: "" };
  const before = state.tools;
  const isFirst = !state.hasList;
  state.tools = await parts.learn(list);
  state.hasList = true;
  state.isFresh = true;
  host.learned(isFirst || (before !== state.tools && factsOf(before) !== factsOf(state.tools)));
}

function factsOf({ tools, listed }: ToolSet): string {
  const rules = [...tools].map(([name, { blocked, enforced }]) => [name, blocked, enforced]);
  return JSON.stringify([listed, rules]);
}

function refresh(state: State): Promise<void> {
  state.isStale = true;
  state.refreshing ??= (async () => {
    while (state.isStale && state.link && !state.link.isClosed) {
      state.isStale = false;
      await learn(state, state.link);
    }
  })().finally(() => (state.refreshing = undefined));
  return state.refreshing;
}

/** Asks a server of 2026-07-28 for its announcements, and of the resources that the host watches. */
function listen(state: State): void {
  state.listening?.abort("the gateway asks for others");
  state.listening = new AbortController();
  const resourceSubscriptions = [...state.wishes.values()].flatMap(([, { uri }]) => (uri ? [uri] : []));
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const notifications = { ...all, ...(resourceSubscriptions.length > 0 && { resourceSubscriptions }) };
  const params = withEnvelope({ notifications }, state.greeting.handshake);
  const { signal } = state.listening;
  state.link?.request("subscriptions/listen", params, { signal }).catch(() => {});
}

function inGeneration({ isModern, greeting }: State, params: JsonObject): JsonObject {
  return isModern ? withEnvelope(params, greeting.handshake) : withoutEnvelope(params);
}

async function request(
  state: State,
  method: string,
  given: JsonObject,
  { isRelayed, ...options }: UpstreamOptions,
): Promise<JsonObject> {
  remember(state, method, given);
  const link = await live(state).catch((error: unknown) => {
    throw new NotForwarded(reasonOf(error), { cause: error });
  });
  if (state.isModern && isOldWish(method)) {
    listen(state);
    return {};
  }
  const ask = (named: string, params: JsonObject): Promise<JsonObject> =>
    link.request(named, inGeneration(state, params), options);
  let params = given;
  for (let round = 0; round < maxRounds; round++) {
    const result = await ask(method, params);
    const { resultType, inputRequests, requestState } = result;
    const isTask = resultType === "task" || (params["task"] !== undefined && isObject(result["task"]));
    if (isTask)
      return legacyResult(await taskResult(result, ask, (asked) => answers(state, asked), options.signal));
    if (isRelayed && state.greeting.isModern) return result;
    if (resultType !== "input_required") return legacyResult(result);
    const inputResponses = await answers(state, asObject(inputRequests));
    params = { ...given, inputResponses, ...(requestState !== undefined && { requestState }) };
  }
  throw new UpstreamGone("the upstream did not stop asking");
}

/** What a server of 2026-07-28 is told by `subscriptions/listen`, or with each request. */
function isOldWish(method: string): boolean {
  return /^(resources\/(un)?subscribe|logging\/setLevel)$/.test(method);
}

/** Wishes that last for a connection, such as a level of logging, by what they are about. */
function remember({ wishes }: State, method: string, params: JsonObject): void {
  const key = method === "logging/setLevel" ? method : JSON.stringify(params["uri"] ?? null);
  if (method === "resources/unsubscribe") wishes.delete(key);
  else if (isOldWish(method)) wishes.set(key, [method, params]);
}

/** The host's answers to the questions of a result. */
async function answers(state: State, asked: JsonObject): Promise<JsonObject> {
  const given: Record<string, Json> = {};
  for (const [key, question] of Object.entries(asked)) {
    const { method, params } = asObject(question);
    const { result, error } = await state.host.ask(
      { method: String(method), params: asObject(params) },
      state,
    );
    if (!result) throw new UpstreamGone(error?.message ?? "the host did not answer the upstream's question");
    given[key] = result;
  }
  return given;
}
