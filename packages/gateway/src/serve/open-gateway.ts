import { userInfo } from "node:os";
import type { Manifest } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "@proviso/server";
import { serveHttp, type HttpListener, type ListenOptions } from "@proviso/server/mcp";
import { openGatewayInbox, type GatewayInbox, type InboxOptions } from "../approvals/inbox.ts";
import { gatewayShadow, type Candidate, type GatewayShadow } from "../calls/candidate.ts";
import { makeGate } from "../calls/make-gate.ts";
import { reasonOf } from "@proviso/terminal";
import { openBus, type Transport } from "../protocol/sdk.ts";
import { admitReads, noReadRules, type ReadRules } from "../reads/read-rules.ts";
import { openJunction, type Junction } from "../relay/junction.ts";
import { openSession, type SessionParts } from "../relay/session.ts";
import { stagesOf } from "../relay/stages.ts";
import { defaultRules, noTools } from "../tools/gateway-tool.ts";
import type { ToolSet, UpstreamRules } from "../tools/gateway-tool.ts";
import { toolLearner, toolSetModule } from "../tools/learn-tools.ts";
import { openShorterList, type ShorterList, type ShorterListOptions } from "../tools/shorter-list.ts";
import type { ToolRules } from "../tools/tool-set.ts";
import { openTransport, type UpstreamSource } from "../upstream/source.ts";
import type { UpstreamParts } from "../upstream/upstream.ts";
import { bearerToken } from "../state/host-token.ts";

/** One server behind the gateway, and the rules for it: by default every call is asked for. */
export interface UpstreamSettings extends Partial<UpstreamRules> {
  /** A word for the upstream; with several, also what the names of its tools begin with. */
  readonly name: string;
  readonly source: UpstreamSource;
  /** Defaults to none. */
  readonly reads?: ReadRules;
}

export interface GatewayOptions extends InboxOptions, ShorterListOptions {
  readonly upstreams: readonly UpstreamSettings[];
  /** The port of the inbox, on loopback. 0 means a free one. Absent: no inbox. */
  readonly inboxPort?: number;
  /** Contracts that judge the calls of the only upstream too. They have no vote. Defaults to none. */
  readonly candidate?: Candidate;
}

export interface Gateway {
  /** Where people approve; undefined without an inbox. */
  readonly inboxUrl: string | undefined;
  /** Serves one host, which started this process. */
  connect(transport: Transport): Promise<Pick<Junction, "closed" | "close">>;
  /** Serves hosts over Streamable HTTP on loopback. Each needs the token. */
  listen(port: number, token: string): Promise<HttpListener>;
  /** Lists the upstreams' tools once, as a host would get them. */
  look(): Promise<ToolSet>;
  close(): Promise<void>;
}

/** Milliseconds that running calls have to end. */
const graceMs = 5000;

/** Milliseconds that running calls have to end after their list of tools was replaced. */
const retiredMs = 60 * 60_000;

/** Bytes of a host's request over HTTP: the contents of a file are an argument. */
const maxRequestBytes = 16 * 1024 * 1024;
/** Opens a gateway in front of one upstream, or of several in one session. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { name, state, inboxPort } = options;
  const inbox = inboxPort === undefined ? undefined : await openGatewayInbox(options, inboxPort);
  const gates = new Set<EnforcingServer>();
  const closing = new Set<{ close(): Promise<void> }>();
  const shadow = options.candidate && gatewayShadow(options.candidate);
  const contracts = mergedContracts(options);
  // The user of this machine, for whom the host acts.
  const permissions = Object.keys(contracts.permissions);
  const principal: Principal = { id: userInfo().username, kind: "agent", permissions };
  const partsFor = async (hasAddress: boolean): Promise<SessionParts> => {
    const shorter = await openShorterList(options, hasAddress);
    return sessionParts(options, { contracts, principal, inbox, shadow, shorter, gates });
  };
  const parts = await partsFor(false);
  const open = (own: SessionParts, announce?: (method: string) => void): Junction => {
    const junction = openJunction(own, principal, announce);
    closing.add(junction);
    void junction.closed.catch(() => {}).then(() => closing.delete(junction));
    return junction;
  };
  return {
    inboxUrl: inbox?.url,
    async connect(transport) {
      const early = parts.upstreams.map(startedEarly);
      for (const each of early) closing.add(each);
      void toolSetModule();
      const junction = open({ ...parts, upstreams: early });
      await junction.attach(transport, true);
      return junction;
    },
    async listen(port, token) {
      const authenticate = bearerToken(token, principal);
      const served = await partsFor(true);
      const { bus, announce } = await openBus();
      const serving = { sdk: 2, port, serverInfo: { name, version: "0.0.0" }, maxRequestBytes, bus } as const;
      /** The hosts of 2026-07-28 have no sessions: all share one. */
      let shared: Junction | undefined;
      const attach: ListenOptions["attach"] = async (transport, era) => {
        const junction = era === "legacy" ? open(served) : (shared ??= open(served, announce));
        await junction.attach(transport as Transport, era === "legacy");
      };
      const listener = await serveHttp(stagesOf(name), { ...serving, authenticate, attach });
      closing.add(listener);
      return listener;
    },
    look: () => lookOnce(parts),
    async close() {
      await Promise.allSettled([...gates].map((gate) => gate.drain({ graceMs })));
      await Promise.allSettled([...closing].map((each) => each.close()));
      await inbox?.close();
      await shadow?.close();
      try {
        await state.audit.close();
      } finally {
        await state.store.close();
      }
    },
  };
}

interface Parts {
  readonly contracts: Manifest;
  readonly principal: Principal;
  readonly inbox: GatewayInbox | undefined;
  readonly shadow: GatewayShadow | undefined;
  readonly shorter: ShorterList | undefined;
  readonly gates: Set<EnforcingServer>;
}

function sessionParts(options: GatewayOptions, parts: Parts): SessionParts {
  const { name, state, upstreams, report } = options;
  const { contracts, principal, inbox, shadow, shorter, gates } = parts;
  const onFault = (error: unknown, tool: string): void => report(`${tool}: ${reasonOf(error)}`);
  return {
    product: name,
    upstreams: upstreams.map((each) => upstreamParts(each, options, shadow)),
    admitRead: admitReads(principal, state.audit),
    report,
    shorter,
    makeGate(tools) {
      const plugs = { approvals: inbox?.plug(), shadow: shadow?.plugFor(tools) };
      const whole = makeGate(tools, { contracts, state, onFault, ...plugs });
      const gate = shorter?.narrowed(whole) ?? whole;
      gates.add(gate);
      return gate;
    },
    retireGate(gate) {
      gates.delete(gate);
      // Its running calls end as they would; it measures nothing more.
      void gate.drain({ graceMs: retiredMs });
    },
  };
}

/** Starts the upstream while the host still sends its first message: most of them need as long for that as the gateway. */
function startedEarly(parts: UpstreamParts): UpstreamParts & { close(): Promise<void> } {
  const early = [parts.openTransport()];
  // Whoever takes it gets the error.
  early[0]?.catch(() => {});
  return {
    ...parts,
    openTransport: () => early.pop() ?? parts.openTransport(),
    close: async () => (await early.pop())?.close(),
  };
}

/** The permissions of all contracts; the tools come from the lists. */
function mergedContracts({ name: product, upstreams }: GatewayOptions): Manifest {
  const all = upstreams.map(({ contracts }) => contracts?.permissions);
  return { ...defaultRules.contracts, product, permissions: Object.assign({}, ...all) };
}

function upstreamParts(
  { name, source, reads = noReadRules, ...settings }: UpstreamSettings,
  {
    name: product,
    upstreams,
    state,
    candidate,
    report,
    acceptCommand = "proviso gateway accept",
  }: GatewayOptions,
  shadow: GatewayShadow | undefined,
): UpstreamParts {
  const prefix = upstreams.length > 1 ? `${name}_` : "";
  const rules: ToolRules = { ...defaultRules, ...settings, product, prefix, acceptCommand };
  const learned = (tools: ToolSet, toolsBy: (contracts: Manifest) => ToolSet): void =>
    candidate && shadow?.learned(tools, toolsBy(candidate.contracts));
  return {
    name,
    prefix,
    reads,
    openTransport: () => openTransport(source),
    report: (line) => report(prefix === "" ? line : `${name}: ${line}`),
    learn: toolLearner({ rules, store: state.store, report, learned }),
  };
}

/** Connects as a host without any capability would, lists, and closes. */
async function lookOnce(parts: SessionParts): Promise<ToolSet> {
  let seen = noTools;
  // A gate is not needed to look.
  const watched: SessionParts = { ...parts, makeGate: (tools) => parts.makeGate((seen = tools)) };
  const nobody = { error: { code: -32601, message: "there is no host" } };
  const host = { ask: async () => ({ jsonrpc: "2.0" as const, ...nobody }), tell: () => {} };
  const session = openSession(watched, host, () => {});
  const clientInfo = { name: "proviso-gateway", version: "0.0.0" };
  const handshake = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  try {
    await session.open({ handshake, isModern: false });
  } finally {
    await session.close();
  }
  return seen;
}
