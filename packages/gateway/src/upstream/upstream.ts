import { objectOf, hiddenIn, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { UpstreamError, UpstreamGone, type Message } from "../protocol/message.ts";
import { reasonOf } from "@proviso/terminal";
import { discovered, legacyResult, modernVersion, withEnvelope, withoutEnvelope } from "../protocol/eras.ts";
import type { Transport } from "../protocol/sdk.ts";
import type { ReadRules } from "../reads/read-rules.ts";
import { noTools, type ToolSet } from "../tools/gateway-tool.ts";
import { ask, closeLink, openLink, send } from "./link.ts";
import type { Link, LinkEvents, RequestOptions } from "./link.ts";
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

/** What the host is asked and told for. `facts`: what the upstream said of itself, as a result of `initialize`; empty before. */
export interface Asking {
  readonly name: string;
  readonly prefix: string;
  readonly facts: JsonObject;
}

/** The upstream cannot be reached, and the request was not sent. */
export class NotForwarded extends Error {
  override readonly name = "NotForwarded";
}

/** Milliseconds for `initialize`, and for `server/discover`, which an older server may not answer at all. */
const openMs = { initialize: 60_000, "server/discover": 10_000 };
/** Questions of an upstream in one call. */
const maxRounds = 32;

/** The connection of one host to one upstream, which is made again when it is lost. Only this file changes it. */
export interface Upstream extends Asking {
  readonly parts: UpstreamParts;
  readonly host: UpstreamHost;
  facts: JsonObject;
  /** As they were read last. */
  tools: ToolSet;
  /** The reading of the list that goes on. */
  refreshing?: Promise<void> | undefined;
  greeting: Greeting;
  link?: Link;
  opening?: Promise<Link> | undefined;
  isModern?: boolean;
  isClosed?: true;
  isStale?: boolean;
  /** Whether the host has not been given the list that was read last. */
  isFresh?: boolean;
  /** What the host has asked of the upstream that a new connection does not know: parameters by method and address. */
  readonly wishes: Map<string, readonly [method: string, params: JsonObject]>;
  /** Ends the present `subscriptions/listen`. */
  listening?: AbortController;
}

export function openUpstream(parts: UpstreamParts, host: UpstreamHost): Upstream {
  const { name, prefix } = parts;
  const greeting: Greeting = { handshake: {}, isModern: false };
  return { parts, host, name, prefix, greeting, facts: {}, tools: noTools, wishes: new Map() };
}

export async function greet(upstream: Upstream, greeting: Greeting): Promise<void> {
  upstream.greeting = greeting;
  await live(upstream);
}

/** Reads the list unless it was just read: not every server announces a change. */
export async function renew(upstream: Upstream): Promise<void> {
  await live(upstream);
  if (upstream.isFresh || upstream.refreshing) await upstream.refreshing;
  // What could not be read stays as it was.
  else await refresh(upstream).catch(() => {});
  upstream.isFresh = false;
}

/** Sends a notification while the upstream is connected. */
export function notify({ link }: Upstream, message: Message): void {
  if (link) send(link, message);
}

export async function closeUpstream(upstream: Upstream): Promise<void> {
  upstream.isClosed = true;
  await upstream.opening?.catch(() => {});
  if (upstream.link) await closeLink(upstream.link);
}

/** The open connection; a lost one is made again, once at a time. */
async function live(upstream: Upstream): Promise<Link> {
  if (upstream.link && upstream.link.ended === undefined) return upstream.link;
  if (upstream.isClosed) throw new UpstreamGone("the gateway is closing");
  upstream.opening ??= connect(upstream).finally(() => (upstream.opening = undefined));
  return upstream.opening;
}

async function connect(upstream: Upstream): Promise<Link> {
  const { parts, host } = upstream;
  const events: LinkEvents = {
    async onRequest(asked, from) {
      const { result, error = noAnswer } = await host.ask(asked, upstream);
      send(from, { jsonrpc: "2.0", id: asked.id, ...(result ? { result } : { error }) });
    },
    onNotification(notification) {
      if (notification.method === "notifications/tools/list_changed")
        void refresh(upstream).catch((error: unknown) => parts.report(String(error)));
      else if (notification.method !== "notifications/subscriptions/acknowledged")
        host.tell(notification, upstream);
    },
    onClosed: (reason) => void (upstream.isClosed || parts.report(reason)),
  };
  // In the host's generation, if the upstream speaks it: then the least has to be translated.
  const ways = upstream.greeting.isModern ? [discover, shakeHands] : [shakeHands, discover];
  let first: unknown;
  for (const way of ways) {
    const transport = await parts.openTransport();
    const link = openLink(transport, events);
    try {
      await transport.start();
      await way(upstream, link, transport);
      reportInstructions(upstream);
      const isAgain = upstream.tools !== noTools;
      await learn(upstream, link);
      upstream.link = link;
      if (upstream.isModern) listen(upstream);
      // A new connection does not know what the host has asked of the former one.
      else if (isAgain)
        for (const [wish, params] of upstream.wishes.values())
          void ask(link, wish, withoutEnvelope(params)).catch(() => {});
      return link;
    } catch (error) {
      await closeLink(link).catch(() => {});
      first ??= error;
      if (!(error instanceof UpstreamError) && !(error instanceof OtherGeneration)) break;
    }
  }
  throw first;
}

const noAnswer = { code: -32603, message: "the host did not answer" };
/** The server speaks the other generation of MCP. */
class OtherGeneration extends Error {}

async function shakeHands(upstream: Upstream, link: Link, transport: Transport): Promise<void> {
  const params = upstream.greeting.handshake;
  upstream.facts = await ask(link, "initialize", params, { signal: AbortSignal.timeout(openMs.initialize) });
  upstream.isModern = false;
  const { protocolVersion } = upstream.facts;
  if (typeof protocolVersion === "string") transport.setProtocolVersion?.(protocolVersion);
  send(link, { jsonrpc: "2.0", method: "notifications/initialized" });
}

async function discover(upstream: Upstream, link: Link): Promise<void> {
  const signal = AbortSignal.timeout(openMs["server/discover"]);
  const params = withEnvelope({}, upstream.greeting.handshake);
  const result = await ask(link, "server/discover", params, { signal }).catch((error: unknown) => {
    throw error instanceof UpstreamError ? error : new OtherGeneration(reasonOf(error), { cause: error });
  });
  const facts = discovered(result);
  if (!facts) throw new OtherGeneration(`the upstream does not speak MCP ${modernVersion}`);
  upstream.facts = facts;
  upstream.isModern = true;
}

/** Instructions go to the host's model as they are. */
function reportInstructions({ facts: { instructions }, parts }: Upstream): void {
  const [hidden] = typeof instructions === "string" ? hiddenIn(instructions) : [];
  if (hidden)
    parts.report(`the server's instructions have characters that no reader sees, such as ${hidden.name}`);
}

/** Reads the list; a server without tools is not asked for one. */
async function learn(upstream: Upstream, link: Link): Promise<void> {
  const { parts, host, facts } = upstream;
  const page = (params: JsonObject, options: RequestOptions): Promise<JsonObject> =>
    ask(link, "tools/list", inGeneration(upstream, params), options);
  const hasTools = isObject(objectOf(facts["capabilities"])["tools"]);
  const list = hasTools ? await readList("tools", page) : { entries: [], digest: "" };
  const before = upstream.tools;
  upstream.tools = await parts.learn(list);
  upstream.isFresh = true;
  host.learned(
    before === noTools || (before !== upstream.tools && factsOf(before) !== factsOf(upstream.tools)),
  );
}

function factsOf({ tools, listed }: ToolSet): string {
  const rules = [...tools].map(([name, { blocked, enforced }]) => [name, blocked, enforced]);
  return JSON.stringify([listed, rules]);
}

/** Reads the list again, one reading at a time: what is announced meanwhile causes one more. */
export function refresh(upstream: Upstream): Promise<void> {
  upstream.isStale = true;
  upstream.refreshing ??= (async () => {
    while (upstream.isStale && upstream.link && upstream.link.ended === undefined) {
      upstream.isStale = false;
      await learn(upstream, upstream.link);
    }
  })().finally(() => (upstream.refreshing = undefined));
  return upstream.refreshing;
}

/** Asks a server of 2026-07-28 for its announcements, and of the resources that the host watches. */
function listen(upstream: Upstream): void {
  upstream.listening?.abort("the gateway asks for others");
  upstream.listening = new AbortController();
  const resourceSubscriptions = [...upstream.wishes.values()].flatMap(([, { uri }]) => (uri ? [uri] : []));
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const notifications = { ...all, ...(resourceSubscriptions.length > 0 && { resourceSubscriptions }) };
  const params = withEnvelope({ notifications }, upstream.greeting.handshake);
  const { signal } = upstream.listening;
  if (upstream.link) ask(upstream.link, "subscriptions/listen", params, { signal }).catch(() => {});
}

function inGeneration({ isModern, greeting }: Upstream, params: JsonObject): JsonObject {
  return isModern ? withEnvelope(params, greeting.handshake) : withoutEnvelope(params);
}

/**
 * Makes a request in the upstream's generation. Rejects with `NotForwarded` if it has not been sent. `isRelayed` passes a question of
 * 2026-07-28 in the place of a result on; without it, the host is asked and the result awaited.
 */
export async function request(
  upstream: Upstream,
  method: string,
  given: JsonObject,
  { isRelayed, ...options }: RequestOptions & { readonly isRelayed?: boolean } = {},
): Promise<JsonObject> {
  remember(upstream, method, given);
  const link = await live(upstream).catch((error: unknown) => {
    throw new NotForwarded(reasonOf(error), { cause: error });
  });
  if (upstream.isModern && isOldWish(method)) {
    listen(upstream);
    return {};
  }
  const sent = (named: string, params: JsonObject): Promise<JsonObject> =>
    ask(link, named, inGeneration(upstream, params), options);
  let params = given;
  for (let round = 0; round < maxRounds; round++) {
    const result = await sent(method, params);
    const { resultType, inputRequests, requestState } = result;
    const isTask = resultType === "task" || (params["task"] !== undefined && isObject(result["task"]));
    if (isTask)
      return legacyResult(
        await taskResult(result, sent, (asked) => answers(upstream, asked), options.signal),
      );
    if (isRelayed && upstream.greeting.isModern) return result;
    if (resultType !== "input_required") return legacyResult(result);
    const inputResponses = await answers(upstream, objectOf(inputRequests));
    params = { ...given, inputResponses, ...(requestState !== undefined && { requestState }) };
  }
  throw new UpstreamGone("the upstream did not stop asking");
}

/** What a server of 2026-07-28 is told by `subscriptions/listen`, or with each request. */
function isOldWish(method: string): boolean {
  return /^(resources\/(un)?subscribe|logging\/setLevel)$/.test(method);
}

/** Wishes that last for a connection, such as a level of logging, by what they are about. */
function remember({ wishes }: Upstream, method: string, params: JsonObject): void {
  const key = method === "logging/setLevel" ? method : JSON.stringify(params["uri"] ?? null);
  if (method === "resources/unsubscribe") wishes.delete(key);
  else if (isOldWish(method)) wishes.set(key, [method, params]);
}

/** The host's answers to the questions of a result. */
async function answers(upstream: Upstream, asked: JsonObject): Promise<JsonObject> {
  const given: Record<string, Json> = {};
  for (const [key, question] of Object.entries(asked)) {
    const { method, params } = objectOf(question);
    const { result, error } = await upstream.host.ask(
      { method: String(method), params: objectOf(params) },
      upstream,
    );
    if (!result) throw new UpstreamGone(error?.message ?? "the host did not answer the upstream's question");
    given[key] = result;
  }
  return given;
}
