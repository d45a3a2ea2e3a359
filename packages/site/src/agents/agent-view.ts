import {
  cutOff,
  findTrifecta,
  type FlowFacts,
  type Legs,
  legsOf,
  unconfirmedLegsOf,
} from "@proviso/compiler/trifecta";
import { effectWords, type PersonAsked, sendsTainted } from "@proviso/manifest";
import { doesUnasked } from "../facts/does-unasked.ts";
import type { PageFacts } from "../facts/page-facts.ts";

/** A tool that agents may call, with the facts that this page needs. Plain data. */
export interface AgentTool extends FlowFacts {
  /** Words for its effects. */
  readonly does: readonly string[];
  readonly asked: PersonAsked;
  /** What it does in calls about which nobody is asked, if that is not all that it does. */
  readonly unasked?: PageFacts["unasked"];
}

export type LegName = keyof Legs;
export const legNames: readonly LegName[] = ["reads", "returns", "sends"];

/** What the compiler's rules say: `lint/unconfirmed-trifecta`, `lint/lethal-trifecta`, none. */
export type TrifectaVerdict = "unconfirmed" | "confirmed" | "none";

/** What an agent that holds some permissions can do. */
export interface AgentView {
  /** The tools that it can call. */
  readonly reached: readonly AgentTool[];
  readonly verdict: TrifectaVerdict;
  /** The smallest set of permissions that is enough for the verdict; empty without trifecta. */
  readonly enough: readonly string[];
  readonly legs: Readonly<Record<LegName, Leg>>;
  /** The most dangerous first. */
  readonly effects: readonly EffectCount[];
  readonly approved: Approved;
}

export interface Leg {
  readonly tools: readonly AgentTool[];
  /** The permissions without which none of them can be called; undefined if one needs none. */
  readonly cut: readonly string[] | undefined;
  /** How many of all reached tools need one of `cut`. */
  readonly lost: number;
}

/** Before how many of the tools that send data out a person is asked, for every call. */
export interface Approved {
  readonly byServer: number;
  /** By the server, or by the default guard once the session has seen what this agent can see. */
  readonly byGuard: number;
}

export interface EffectCount {
  readonly word: string;
  readonly tools: number;
  /** How many have calls about which the server asks nobody, and the guard neither, in live. */
  readonly unasked: { readonly server: number; readonly guard: number };
  /** The permissions without which the agent has no such tool; undefined if one needs none. */
  readonly cut: readonly string[] | undefined;
}

export function agentView(tools: readonly AgentTool[], held: ReadonlySet<string>): AgentView {
  const reached = tools.filter(({ permissions }) => permissions.every((each) => held.has(each)));
  const unconfirmed = unconfirmedLegsOf(reached);
  const legs = legsOf(reached);
  const leak = findTrifecta(unconfirmed);
  const found = leak ?? findTrifecta(legs);
  const sends = [...new Set([...unconfirmed.sends, ...legs.sends])];
  return {
    reached,
    verdict: leak ? "unconfirmed" : found ? "confirmed" : "none",
    enough: found?.permissions ?? [],
    legs: {
      reads: leg(legs.reads, reached, tools),
      returns: leg(legs.returns, reached, tools),
      sends: leg(sends, reached, tools),
    },
    effects: effectsOf(reached, tools),
    approved: approvedOf({ ...legs, sends }),
  };
}

function leg(tools: readonly AgentTool[], reached: readonly AgentTool[], all: readonly AgentTool[]): Leg {
  const cut = cutOff(tools, reached, all);
  const lost = reached.filter(({ permissions }) => permissions.some((each) => cut?.includes(each))).length;
  return { tools, cut, lost };
}

function approvedOf({ reads, returns, sends }: Legs<AgentTool>): Approved {
  const seen = { private: reads.length > 0, untrusted: returns.length > 0 };
  return {
    byServer: sends.filter(({ asked }) => asked.server === "always").length,
    byGuard: sends.filter((tool) => tool.asked.test === "always" || sendsTainted(tool, seen)).length,
  };
}

function effectsOf(reached: readonly AgentTool[], all: readonly AgentTool[]): readonly EffectCount[] {
  return effectWords.flatMap((word) => {
    const tools = reached.filter(({ does }) => does.includes(word));
    if (tools.length === 0) return [];
    const unasked = (by: "server" | "live"): number =>
      tools.filter((tool) => doesUnasked(tool, by).includes(word)).length;
    const cut = cutOff(tools, reached, all);
    return [
      { word, tools: tools.length, unasked: { server: unasked("server"), guard: unasked("live") }, cut },
    ];
  });
}
