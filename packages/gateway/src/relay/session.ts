import { acceptedNames, type DataFlow, type SeenData } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { AdmitRead } from "../reads/read-rules.ts";
import { tainted } from "../tools/tainted.ts";
import { listedOf } from "../tools/definitions.ts";
import { noTools, type GatewayTool, type ToolSet } from "../tools/gateway-tool.ts";
import type { ShorterList } from "../tools/shorter-list.ts";
import { closeUpstream, greet, openUpstream, refresh, renew } from "../upstream/upstream.ts";
import type { Greeting, Upstream, UpstreamHost, UpstreamParts } from "../upstream/upstream.ts";

/** What a session needs of the process. */
export interface SessionParts {
  readonly product: string;
  readonly upstreams: readonly UpstreamParts[];
  readonly gates: {
    make(tools: ToolSet): EnforcingServer;
    /** Forgets a gate whose calls have ended. */
    retire(gate: EnforcingServer): void;
  };
  readonly admitRead: AdmitRead;
  /** Undefined if hosts are listed all tools. */
  readonly shorter: ShorterList | undefined;
  report(line: string): void;
}

/** One host connection, with its own connection to each upstream. */
export type Session = ReturnType<typeof openSession>;

const maxGates = 8;

/** `told` is called when the host has to list again. */
export function openSession(parts: SessionParts, host: Omit<UpstreamHost, "learned">, told: () => void) {
  /** One for each list so far, the current one last. */
  const gates: EnforcingServer[] = [];
  let seen: SeenData = { private: false, untrusted: false };
  let tools = noTools;
  /** Calls may still run in the former gates; a list that changes all the time must not keep them all. */
  const putGate = (): void => {
    for (const gate of gates.splice(0, gates.length - maxGates)) parts.gates.retire(gate);
    gates.push(parts.gates.make(tainted(tools, seen)));
  };
  const putTools = (): void => {
    tools = together(upstreams, parts.report);
    putGate();
  };
  const learned = (isNew: boolean): void => {
    // Before the session is open, nobody has been told a list.
    if (gates.length === 0 || !isNew) return;
    putTools();
    told();
  };
  const upstreams: readonly Upstream[] = parts.upstreams.map((each) =>
    openUpstream(each, { ...host, learned }),
  );
  return {
    upstreams: upstreams as readonly Upstream[],
    /** Connects the upstreams, one of which has to be there. */
    async open(greeting: Greeting): Promise<void> {
      await fromAny(upstreams, (each) =>
        greet(each, greeting).catch((error: unknown) => {
          if (upstreams.length > 1) parts.report(`${each.name} cannot be reached: ${String(error)}`);
          throw error;
        }),
      );
      putTools();
    },
    /** Undefined until the session is open. */
    get gate(): EnforcingServer | undefined {
      return gates.at(-1);
    },
    /**
     * Resolves when what is known is new enough for a call: a list that was announced, or what an operator has accepted of a
     * blocked tool. Undefined if nothing has to be read.
     */
    beforeCall(name: unknown): Promise<unknown> | undefined {
      const blocked = prefixOfWaiting(name, tools);
      const reading = upstreams
        .map((each) => (each.prefix === blocked ? refresh(each) : each.refreshing))
        .filter((each) => each !== undefined);
      // What could not be read stays as it was.
      return reading.length > 0 ? Promise.allSettled(reading) : undefined;
    },
    /** Notes what a call or a reading brings in. From then on, calls that could carry private data out ask a person. */
    observe({ readsPrivate, returnsUntrusted }: DataFlow): void {
      const now = { private: seen.private || readsPrivate, untrusted: seen.untrusted || returnsUntrusted };
      const isNew = now.private !== seen.private || now.untrusted !== seen.untrusted;
      seen = now;
      if (isNew && tainted(tools, now) !== tools) putGate();
    },
    /** The tools as they were read last. */
    tools: (): ToolSet => tools,
    /** The tools for the host, after a lost upstream was connected again. */
    async list(): Promise<ToolSet> {
      await fromAny(upstreams, renew);
      return tools;
    },
    close: async (): Promise<void> => {
      await Promise.allSettled(upstreams.map(closeUpstream));
      for (const gate of gates) parts.gates.retire(gate);
    },
  };
}

/** The prefix of a tool that an operator has to look at. No copy: this is done for each call. */
function prefixOfWaiting(name: unknown, { tools }: ToolSet): string | undefined {
  for (const { change, definition, prefix } of tools.values())
    if (change !== undefined && definition.name === name) return prefix;
  return undefined;
}

/** Rejects if none of the upstreams can be reached. */
async function fromAny(
  upstreams: readonly Upstream[],
  act: (upstream: Upstream) => Promise<unknown>,
): Promise<void> {
  const done = await Promise.allSettled(upstreams.map(act));
  const failed = done.filter((each) => each.status === "rejected");
  if (failed.length === upstreams.length) throw failed[0]?.reason;
}

/** The tools of all upstreams. A contract's name belongs to the first upstream that has it: the trail and the store go by it. */
function together(upstreams: readonly Upstream[], report: (line: string) => void): ToolSet {
  const [only] = upstreams;
  if (only && upstreams.length === 1) return only.tools;
  const tools = new Map<string, GatewayTool>();
  const names = new Set<string>();
  for (const [name, tool] of upstreams.flatMap((each) => [...each.tools.tools])) {
    const all = acceptedNames(tool.contract);
    if (all.some((each) => names.has(each)))
      report(`${tool.definition.name} is not run: another upstream has a tool of the contract ${name}`);
    else tools.set(name, tool);
    for (const each of all) names.add(each);
  }
  const findings = upstreams.flatMap((each) => each.tools.findings);
  return { tools, listed: listedOf([...tools.values()]), findings };
}
