import { userInfo } from "node:os";
import type { Manifest } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "@proviso/server";
import { serveHttp, type HttpListener, type ListenOptions } from "@proviso/server/mcp";
import { openGatewayInbox, type GatewayInbox, type InboxOptions } from "../approvals/inbox.ts";
import { gatewayShadow, type Candidate, type GatewayShadow } from "../calls/candidate.ts";
import { makeGate, type GateParts } from "../calls/make-gate.ts";
import type { Transport } from "../protocol/sdk.ts";
import { admitReads, noReadRules, type ReadRules } from "../reads/read-rules.ts";
import { openJunction, type Junction } from "../relay/junction.ts";
import { openSession, type SessionParts } from "../relay/session.ts";
import { stagesOf } from "../relay/stages.ts";
import { defaultRules } from "../tools/gateway-tool.ts";
import type { ToolSet, UpstreamRules } from "../tools/gateway-tool.ts";
import { toolLearner, toolSetModule } from "./learn-tools.ts";
import { openShorterList, type ShorterListOptions } from "../tools/shorter-list.ts";
import type { ToolRules } from "../tools/tool-set.ts";
import { openTransport, type UpstreamSource } from "../upstream/source.ts";
import type { UpstreamParts } from "../upstream/upstream.ts";
import { closeState } from "../state/data-folder.ts";
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
  const { name, state, inboxPort, candidate, report } = options;
  const inbox = inboxPort === undefined ? undefined : await openGatewayInbox(options, inboxPort);
  const closing = new Set<{ close(): Promise<void> }>();
  const shadow = candidate && gatewayShadow(candidate);
  const { contracts, principal } = partiesOf(options);
  const shorter = await openShorterList(options, false);
  const gates = openGates({ contracts, state, report, narrow: shorter?.narrowed }, inbox, shadow);
  const parts: SessionParts = {
    product: name,
    upstreams: options.upstreams.map((each) => upstreamParts(each, options, shadow)),
    gates,
    admitRead: admitReads(principal, state.audit),
    report,
    shorter,
  };
  const open = (own: SessionParts): Junction => {
    const junction = openJunction(own, principal);
    closing.add(junction);
    void junction.closed.catch(() => {}).then(() => closing.delete(junction));
    return junction;
  };
  return {
    inboxUrl: inbox?.url,
    async connect(transport) {
      const junction = open(parts);
      await junction.attach(transport, true);
      return junction;
    },
    async listen(port, token) {
      const authenticate = bearerToken(token, principal);
      const served = { ...parts, shorter: await openShorterList(options, true) };
      const serving = { sdk: 2, port, serverInfo: { name, version: "0.0.0" }, maxRequestBytes } as const;
      /** The hosts of 2026-07-28 have no sessions: all share one. */
      let shared: Junction | undefined;
      const attach: ListenOptions["attach"] = async (transport, era) => {
        const junction = era === "legacy" ? open(served) : (shared ??= open(served));
        await junction.attach(transport as Transport, era === "legacy");
      };
      const listener = await serveHttp(stagesOf(name), { ...serving, authenticate, attach });
      closing.add(listener);
      return listener;
    },
    look: () => lookOnce(parts),
    async close() {
      await gates.drain();
      await Promise.allSettled([...closing].map((each) => each.close()));
      await inbox?.close();
      await shadow?.close();
      await closeState(state);
    },
  };
}

/** The permissions of all contracts, whose tools come from the lists, and the user of this machine, for whom the host acts. */
function partiesOf({ name: product, upstreams }: GatewayOptions): {
  contracts: Manifest;
  principal: Principal;
} {
  const all = upstreams.map(({ contracts }) => contracts?.permissions);
  const contracts = { ...defaultRules.contracts, product, permissions: Object.assign({}, ...all) };
  const permissions = Object.keys(contracts.permissions);
  return { contracts, principal: { id: userInfo().username, kind: "agent", permissions } };
}

/** The gates of all sessions. */
function openGates(
  parts: Omit<GateParts, "approvals" | "shadow">,
  inbox: GatewayInbox | undefined,
  shadow: GatewayShadow | undefined,
): SessionParts["gates"] & { drain(): Promise<unknown> } {
  const open = new Set<EnforcingServer>();
  return {
    make(tools) {
      const plugs = { approvals: inbox?.plug(), shadow: shadow?.plugFor(tools) };
      const gate = makeGate(tools, { ...parts, ...plugs });
      open.add(gate);
      return gate;
    },
    retire(gate) {
      open.delete(gate);
      // Its running calls end as they would; it measures nothing more.
      void gate.drain({ graceMs: retiredMs });
    },
    drain: () => Promise.allSettled([...open].map((gate) => gate.drain({ graceMs }))),
  };
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
    openTransport() {
      const opened = openTransport(source);
      // While the upstream starts, this process has nothing else to do.
      void toolSetModule();
      return opened;
    },
    report: (line) => report(prefix === "" ? line : `${name}: ${line}`),
    learn: toolLearner({ rules, store: state.store, report, learned }),
  };
}

/** Connects as a host without any capability would, lists, and closes. */
async function lookOnce(parts: SessionParts): Promise<ToolSet> {
  const nobody = { error: { code: -32601, message: "there is no host" } };
  const host = { ask: async () => ({ jsonrpc: "2.0" as const, ...nobody }), tell: () => {} };
  const session = openSession(parts, host, () => {});
  const clientInfo = { name: "proviso-gateway", version: "0.0.0" };
  const handshake = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  try {
    await session.open({ handshake, isModern: false });
    return session.tools();
  } finally {
    await session.close();
  }
}
