import { type EffectKind, flowOf, type Manifest, type ToolContract } from "@proviso/manifest";
import { anyOutcomes } from "../cells/explore.ts";
import { type CallFacts, deeds, readTool } from "../guarantees/call-facts.ts";
import { findCall, readsPrivate, sendsUnasked, type ToolCall } from "../guarantees/prove-guarantee.ts";
import type { ToolReach } from "./gain.ts";

/** How often the server asks a person before calls of a tool. `undecided`: a condition does not split into cells. */
export type AskedOften = "never" | "sometimes" | "always" | "undecided";

/** What each tool that agents may call adds to what a caller can do. */
export function toolReaches({ tools }: Manifest): readonly ToolReach[] {
  return tools.filter(({ riskLevel }) => riskLevel !== "forbidden").map(toolReach);
}

function toolReach(tool: ToolContract): ToolReach {
  const may = (isSuch: (facts: CallFacts) => boolean): boolean => mayBe(tool, isSuch);
  return {
    name: tool.name,
    permissions: tool.permissions,
    effects: effectsOf(tool),
    reads: may(readsPrivate),
    sends: may(({ contract }) => flowOf(contract).sendsOut),
    leaks: may(sendsUnasked),
    leaksAlone: may(leaksAlone),
    harms: may(harms),
  };
}

/** A call of each tool on a path to harm. Of a tool whose conditions are not decided there is none. */
export function callsOf(path: readonly ToolReach[], { tools }: Manifest): readonly ToolCall[] {
  const alone = path[0]?.harms === true ? harms : leaksAlone;
  const roles = path.length > 1 ? [readsPrivate, sendsUnasked] : [alone];
  return path.flatMap(({ name }, at) => {
    const tool = tools.find((each) => each.name === name);
    const isSuch = roles[at] ?? harms;
    const answer = tool && findCall(tool, "asks", isSuch);
    return answer?.verdict === "counterexample" ? [{ tool: name, ...answer.call }] : [];
  });
}

const leaksAlone = (facts: CallFacts): boolean => sendsUnasked(facts) && readsPrivate(facts);
const harmful = ["deletes", "grants", "pays", "refunds", "calls", "sends"].map(
  (word) => deeds[word] ?? (() => false),
);
const harms = ({ isAsked, contract }: CallFacts): boolean =>
  !isAsked && harmful.some((does) => does(contract));

/** Tries the conditions of a tool, in all their cells. */
export function askedOften(tool: ToolContract): AskedOften {
  const { conditions, factsOf } = readTool(tool, "asks");
  if (conditions.length === 0) return factsOf([]).isAsked ? "always" : "never";
  const [asked, unasked] = [true, false].map(
    (isAsked) => findCall(tool, "asks", (facts) => facts.isAsked === isAsked).verdict,
  );
  if (unasked === "proved") return "always";
  if (asked === "proved") return "never";
  return asked === "counterexample" && unasked === "counterexample" ? "sometimes" : "undecided";
}

function effectsOf({ sideEffects, refinements = [] }: ToolContract): readonly EffectKind[] {
  const all = [sideEffects, ...refinements.map((refinement) => refinement.sideEffects)].flat();
  return [...new Set(all.map(({ kind }) => kind))];
}

/** Whether a call may be such: also where it is not decided. Conditions are only looked at where they matter. */
function mayBe(tool: ToolContract, isSuch: (facts: CallFacts) => boolean): boolean {
  const { conditions, factsOf } = readTool(tool, "asks");
  const imagined = anyOutcomes(conditions.length)?.map((outcomes) => isSuch(factsOf(outcomes)));
  if (imagined && imagined.every((each) => each === imagined[0])) return imagined[0] === true;
  return findCall(tool, "asks", isSuch).verdict !== "proved";
}
