import { approvalTerms, isForPeople, variantsOf, type Manifest, type ToolContract } from "@proviso/manifest";
import { unknownTool, type Decision, type RecordedCall, type RecordedPause } from "../trail/recorded-call.ts";
import type { RecordedPast } from "../trail/read-calls.ts";
import { doubtOf, knownOf, type JudgedCall } from "./known.ts";
import { type BothWorlds, bothWorlds } from "./both-worlds.ts";
import { doubtfulState, type DoubtfulState } from "./doubtful-state.ts";
import { verdictOf, type Verdict } from "./verdict.ts";
import { openWorld } from "./world.ts";

export interface FoldOptions {
  /** The candidate. */
  readonly manifest: Manifest;
  /** The contracts under which the calls were made; those that are not given are unknown. */
  readonly was?: Manifest;
  /** `env.name` in conditions. Defaults to "live". */
  readonly env?: string;
}

/** A call with its verdict and the candidate contract, if it has the tool. */
export interface FoldedCall {
  readonly call: RecordedCall;
  readonly contract: ToolContract | undefined;
  readonly verdict: Verdict;
}

/**
 * Puts every call through the stages of the server over the candidate contracts, twice: what the trail does not tell is assumed once
 * in favour of the call and once against it. Verdicts that differ are undecidable. Calls `tell` with each, in order.
 */
export async function foldCalls(
  { calls, pauses, hasInbox }: RecordedPast,
  { manifest, was, env = "live" }: FoldOptions,
  tell: (folded: FoldedCall) => void,
): Promise<void> {
  const byName = new Map(manifest.tools.filter(isCallable).map((tool) => [tool.name, tool]));
  const unchanged = unchangedTools(calls, byName);
  const fold = openFold({ manifest, env, ...(was && { was }) }, hasInbox);
  const waiting = [...pauses];
  try {
    for (const call of calls) {
      if (unchanged.has(call.tool) && call.doubt !== "record") {
        tell({ call, contract: byName.get(call.tool), verdict: { kind: "same" } });
        continue;
      }
      for (; waiting[0] && isBefore(waiting[0], call); waiting.shift()) await fold.pause(waiting[0]);
      tell(await fold.judge(call));
    }
  } finally {
    await fold.close();
  }
}

/** The stages over candidate contracts, which judge one call after the other. */
export interface OpenFold extends Omit<BothWorlds, "decide"> {
  judge(call: RecordedCall): Promise<FoldedCall>;
}

export function openFold({ manifest, was, env = "live" }: FoldOptions, hasInbox: boolean): OpenFold {
  const candidates = manifest.tools.filter(isCallable);
  const byName = new Map(candidates.map((tool) => [tool.name, tool]));
  const byHash = new Map([...(was?.tools ?? []), ...candidates].map((tool) => [tool.hash, tool]));
  const wasNames = was && new Set(was.tools.filter(isCallable).map(({ name }) => name));
  const byFormerName = new Map(was?.tools.map((tool) => [tool.name, tool]));
  const options = { manifest, env, hasInbox: hasInbox || candidates.some(isApprovedLater) };
  const worlds = bothWorlds(openWorld(options, "most"), openWorld(options, "least"));
  const state = doubtfulState();
  return {
    async judge(call) {
      const judged: JudgedCall = {
        call,
        is: candidateFor(call, byName),
        was: call.contractHash === undefined ? byFormerName.get(call.tool) : byHash.get(call.contractHash),
        wasAbsent: wasNames !== undefined && !wasNames.has(call.tool),
      };
      return { call, contract: judged.is, verdict: await judge(judged, worlds, state) };
    },
    pause: (pause) => worlds.pause(pause),
    close: () => worlds.close(),
  };
}

/**
 * The tools whose recorded calls were all made under the candidate contract. They are decided as they were: what a server stores for one
 * tool decides about no other. So a change of one tool costs the calls of that tool, and older trails tell enough about the rest.
 */
function unchangedTools(
  calls: readonly RecordedCall[],
  candidates: ReadonlyMap<string, ToolContract>,
): ReadonlySet<string> {
  const same = new Set<string>();
  const others = new Set<string>();
  for (const { contractHash, tool } of calls)
    if (contractHash !== undefined) (candidates.get(tool)?.hash === contractHash ? same : others).add(tool);
  return new Set([...same].filter((tool) => !others.has(tool)));
}

async function judge(judged: JudgedCall, worlds: BothWorlds, state: DoubtfulState): Promise<Verdict> {
  const { call, is } = judged;
  const doubt = doubtOf(judged);
  if (call.input === undefined) {
    // Arguments decide nothing here.
    if (!doubt || !is) return is ? { kind: "same" } : verdictOf(call.was, unknownTool);
    state.add(call, is, { most: true, least: false }, true);
    return { kind: "undecidable", doubt };
  }
  const isAskedOtherwise = call.was.kind === "asked" && !knownOf(judged, "most").isAskedAlike;
  const { most: one, least: other } = await worlds.decide(call, (assumed) => knownOf(judged, assumed));
  const isCovered =
    is !== undefined && !(isEarly(one.decision) && isEarly(other.decision)) && state.covers(call, is);
  const verdict = doubt === undefined && !isCovered ? agreed(call, one.decision, other.decision) : undefined;
  const found = isAskedOtherwise && verdict?.kind === "same" ? undefined : verdict;
  if (is)
    state.add(
      answeredLater(call, isAskedOtherwise, one.decision, other.decision),
      is,
      { most: one.ran, least: other.ran },
      isCovered || (found === undefined && !isEarly(one.decision)),
    );
  return found ?? { kind: "undecidable", doubt: doubt ?? (isCovered ? "state" : doubtBetween(judged)) };
}

/** In which time a person is taken to answer whose answer is not on record. */
const latestAnswerMs = 10 * 60_000;

/** A call that ends as late as a person may answer who would be asked only now. */
function answeredLater(call: RecordedCall, isOther: boolean, one: Decision, other: Decision): RecordedCall {
  const isAsked = (isOther || call.was.kind !== "asked") && (one.kind === "asked" || other.kind === "asked");
  return isAsked ? { ...call, endedAt: call.endedAt + latestAnswerMs } : call;
}

/** Refusals for which no stored state is read. */
const early: ReadonlySet<string> = new Set([
  "unknown_tool",
  "invalid_input",
  "permission_denied",
  "requirement_unmet",
  "policy_violation",
  "paused",
]);

function isEarly({ code }: Decision): boolean {
  return code !== undefined && early.has(code);
}

function agreed({ was }: RecordedCall, one: Decision, other: Decision): Verdict | undefined {
  const [verdict, second] = [verdictOf(was, one), verdictOf(was, other)];
  return verdict.kind === second.kind && verdict.code === second.code ? verdict : undefined;
}

/** What the two worlds have assumed of the call itself; if nothing, they differ by an earlier call. */
function doubtBetween(judged: JudgedCall): NonNullable<Verdict["doubt"]> {
  const { call, is } = judged;
  const known = knownOf(judged, "most");
  if (known.isVisible === "unknown") return "visibility";
  if (!call.caller && !isSameCaller(judged)) return "caller";
  if (is?.requirements.some((name) => known.requirement(name) === "unknown")) return "requirement";
  if (known.policies === "unknown") return "policy";
  if (call.was.kind === "asked" && !known.isAskedAlike) return "approver";
  return is?.dryRun && known.plan === "unknown" ? "plan" : "state";
}

function isSameCaller(judged: JudgedCall): boolean {
  const [one, other] = [knownOf(judged, "most").principal, knownOf(judged, "least").principal];
  return JSON.stringify(one) === JSON.stringify(other);
}

function isApprovedLater(tool: ToolContract): boolean {
  return variantsOf(tool).some((each) => approvalTerms(each).by === "inbox");
}

function isCallable(tool: ToolContract): boolean {
  return tool.riskLevel !== "forbidden" || isForPeople(tool);
}

/** The tool as this caller finds it. */
function candidateFor(
  { principal, tool }: RecordedCall,
  byName: ReadonlyMap<string, ToolContract>,
): ToolContract | undefined {
  const found = byName.get(tool);
  return found && isForPeople(found) && principal?.kind !== "user" ? undefined : found;
}

/** Of two records of the same millisecond, the one that was written first is the earlier one. */
function isBefore(one: RecordedPause, other: RecordedCall): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
