import { userInfo } from "node:os";
import { demandedLogIn, type JsonObject, type Manifest } from "@proviso/manifest";
import type { DurableState, EnforcingServer, Principal } from "@proviso/server";
import { connectMcp, serveHttp, type HttpListener, type McpConnection } from "@proviso/server/mcp";
import { openGatewayInbox, type GatewayInbox } from "../approvals/inbox.ts";
import type { InboxLevel } from "../approvals/inbox-levels.ts";
import { noLogIn } from "../ledger/clauses.ts";
import { admitReads } from "../reads/admit-read.ts";
import { noReadRules, type ReadRules } from "../reads/read-rules.ts";
import { junction } from "../relay/junction.ts";
import type { OutputRule } from "../tools/enforced-contract.ts";
import { isListedTool } from "../tools/listed-tool.ts";
import { gatewayShadow, type Candidate, type GatewayShadow } from "../calls/candidate.ts";
import { makeGate, type GateParts } from "../calls/make-gate.ts";
import { changeKnownTools, compareWithPins } from "../tools/pins.ts";
import { repeated } from "../tools/inspect-list.ts";
import { openShorterList, type ShorterList, type ShorterListOptions } from "../tools/shorter-list.ts";
import type { ToolRules, ToolSet } from "../tools/tool-set.ts";
import type { UnlistedRule } from "../tools/unlisted-rule.ts";
import type { SessionParts } from "../upstream/session.ts";
import type { Transport } from "../protocol/sdk.ts";
import { openTransport, type UpstreamSource } from "../upstream/source.ts";
import { bearerToken } from "./bearer-token.ts";
import { facade } from "./facade.ts";

export interface GatewayOptions extends ShorterListOptions {
  /** A word for the upstream, in approvals and the trail. */
  readonly name: string;
  readonly source: UpstreamSource;
  /** Store, trail and keys. The gateway closes them. */
  readonly state: DurableState;
  /** The reviewed contracts. Defaults to none. */
  readonly contracts?: Manifest;
  /** Defaults to `ask`. */
  readonly unlisted?: UnlistedRule;
  /** Whether tools without a contract that their server calls reads run unasked. Defaults to false. */
  readonly trustsHints?: boolean;
  /** Defaults to `refuse`. */
  readonly outputs?: OutputRule;
  /** The entries of `execution.requirements` that are met. */
  readonly meets?: readonly string[];
  /** Defaults to none. */
  readonly reads?: ReadRules;
  /** The port of the inbox, on loopback. 0 means a free one. Absent: no inbox. */
  readonly inboxPort?: number;
  /** Defaults to `critical`. */
  readonly inboxFrom?: InboxLevel;
  /** Contracts that judge the calls too. They have no vote. Defaults to none. */
  readonly candidate?: Candidate;
  /** What shows an operator the changes of tools, for the message of a blocked one. */
  readonly acceptCommand?: string;
  /** Receives one line for the operator. */
  readonly report: (line: string) => void;
}

export interface Gateway {
  /** Where people approve; undefined without an inbox. */
  readonly inboxUrl: string | undefined;
  /** Serves one host, which started this process. */
  connect(transport: Transport): Promise<McpConnection>;
  /** Serves hosts over Streamable HTTP on loopback. Each needs the token. */
  listen(port: number, token: string): Promise<HttpListener>;
  /** Lists the upstream's tools once, as a host would get them. */
  look(): Promise<ToolSet>;
  close(): Promise<void>;
}

/** Milliseconds that running calls have to end. */
const graceMs = 5000;

/** Milliseconds that running calls have to end after their list of tools was replaced. */
const retiredMs = 60 * 60_000;

/** Bytes of a host's request over HTTP: the contents of a file are an argument. */
const maxRequestBytes = 16 * 1024 * 1024;
/** Different lines for the operator; a server could go on to make new ones. */
const maxReported = 1000;

/** Opens a gateway in front of one upstream. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { name, state, inboxPort, inboxFrom = "critical", report } = options;
  const inbox =
    inboxPort === undefined ? undefined : await openGatewayInbox(state, name, inboxPort, inboxFrom, report);
  const gates = new Set<EnforcingServer>();
  const listeners = new Set<{ close(): Promise<void> }>();
  const shadow = options.candidate && gatewayShadow(options.candidate);
  const shorter = await openShorterList(options);
  const parts = sessionParts(options, shorter, inbox, gates, shadow);
  const principal = localCaller(options.contracts);
  const server = facade(name);
  const serverInfo = { name, version: "0.0.0" };
  return {
    inboxUrl: inbox?.url,
    async connect(transport) {
      const early = startedEarly(parts);
      void toolSetModule();
      const wrapped = junction(transport, early.parts);
      const connection = await connectMcp(server, wrapped as never, { sdk: 1, serverInfo, principal });
      listeners.add(connection).add(early);
      return connection;
    },
    async listen(port, token) {
      const listener = await serveHttp(server, {
        sdk: 1,
        port,
        serverInfo,
        maxRequestBytes,
        authenticate: bearerToken(token, principal),
        around: (transport) => junction(transport as unknown as Transport, parts) as never,
      });
      listeners.add(listener);
      return listener;
    },
    look: () => lookOnce(parts),
    async close() {
      await Promise.allSettled([...gates].map((gate) => gate.drain({ graceMs })));
      await Promise.allSettled([...listeners].map((each) => each.close()));
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

/** Starts the upstream while the host still sends its first message: most of them need as long for that as the gateway. */
function startedEarly(parts: SessionParts): { readonly parts: SessionParts; close(): Promise<void> } {
  let early: Promise<Transport> | undefined = parts.openTransport();
  // Whoever takes it gets the error.
  early.catch(() => {});
  const take = (): Promise<Transport> | undefined => {
    const taken = early;
    early = undefined;
    return taken;
  };
  return {
    parts: { ...parts, openTransport: () => take() ?? parts.openTransport() },
    async close() {
      await take()?.then(
        (transport) => transport.close(),
        () => {},
      );
    },
  };
}

/** The user of this machine, for whom the host acts. */
function localCaller(contracts: Manifest | undefined): Principal {
  return { id: userInfo().username, kind: "agent", permissions: Object.keys(contracts?.permissions ?? {}) };
}

const noContracts: Manifest = { format: 1, product: "", wireNames: "underscore", permissions: {}, tools: [] };

function sessionParts(
  options: GatewayOptions,
  shorter: ShorterList | undefined,
  inbox: GatewayInbox | undefined,
  gates: Set<EnforcingServer>,
  shadow: GatewayShadow | undefined,
): SessionParts {
  const { name: product, source, state, report } = options;
  const { contracts = noContracts, unlisted = "ask", trustsHints = false, outputs = "refuse" } = options;
  const { acceptCommand = "proviso gateway accept" } = options;
  const { toolset } = shorter ?? {};
  const rules: ToolRules = { product, contracts, unlisted, trustsHints, outputs, toolset, acceptCommand };
  const reported = new Set<string>();
  const reportOnce = (line: string): void => {
    if (reported.has(line) || reported.size >= maxReported) return;
    reported.add(line);
    report(line);
  };
  const gateParts: Omit<GateParts, "approvals" | "shadow"> = {
    product,
    contracts,
    outputs,
    meets: new Set(options.meets),
    state,
    onFault: (error, tool) => report(`${tool}: ${error instanceof Error ? error.message : "unknown error"}`),
  };
  return {
    openTransport: () => openTransport(source),
    admitRead: admitReads(options.reads ?? noReadRules, localCaller(options.contracts), state.audit),
    report,
    shorter,
    async learn(listed) {
      const { tools, toolsBy } = await learnTools(listed, state, rules, reportOnce);
      if (options.candidate) shadow?.learned(tools, toolsBy(options.candidate.contracts));
      reportTools(tools, reportOnce);
      return tools;
    },
    makeGate(tools) {
      const plugs = { approvals: inbox?.plug(), shadow: shadow?.plugFor(tools) };
      const whole = makeGate(tools, { ...gateParts, ...plugs });
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

function toolSetModule(): Promise<typeof import("../tools/tool-set.ts")> {
  return import("../tools/tool-set.ts");
}

/** Pins what is new, and puts the tools together. A name that is listed twice is not pinned: nobody knows which one is meant. */
async function learnTools(
  listed: readonly JsonObject[],
  { store }: DurableState,
  rules: ToolRules,
  report: (line: string) => void,
): Promise<{ readonly tools: ToolSet; toolsBy(contracts: Manifest): ToolSet }> {
  const tools = listed.filter(isListedTool);
  const twice = repeated(tools.map(({ name }) => name));
  const single = tools.filter(({ name }) => !twice.has(name));
  let isFirst = false;
  const known = await changeKnownTools(store, (before) => {
    isFirst = !before?.pins.size && single.length > 0;
    return compareWithPins(before, single);
  });
  if (isFirst)
    report(`the first list of this server is taken on trust: read what its tools say (${single.length})`);
  // Loaded while the upstream starts: the compiler is most of this program.
  const { toolSet } = await toolSetModule();
  const toolsBy = (contracts: Manifest): ToolSet => toolSet(listed, known, { ...rules, contracts });
  return { tools: toolsBy(rules.contracts), toolsBy };
}

function reportTools({ tools, findings }: ToolSet, report: (line: string) => void): void {
  for (const { tool, problem } of findings)
    report(`${tool === "" ? "the list" : tool} is not run: ${problem}`);
  for (const { definition, change, contract } of tools.values()) {
    if (change !== undefined) report(`${definition.name} is blocked: ${change}`);
    if (demandedLogIn(contract)) report(`${definition.name}: ${noLogIn}`);
  }
}

/** Connects as a host without any capability would, lists, and closes. */
async function lookOnce(parts: SessionParts): Promise<ToolSet> {
  const { emptySet, openSession } = await import("../upstream/session.ts");
  let seen: ToolSet | undefined;
  const watched: SessionParts = {
    ...parts,
    async learn(listed) {
      seen = await parts.learn(listed);
      return seen;
    },
  };
  const session = openSession(watched, { onRequest: () => {}, onNotification: () => {} });
  try {
    await session.open({
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "proviso-gateway", version: "0.0.0" },
    });
  } finally {
    await session.close();
  }
  return seen ?? emptySet;
}
