import { flowOf, type Manifest, type ToolContract } from "@proviso/manifest";
import { type Explored, explore, type FoundCall } from "../cells/explore.ts";
import { amountOver } from "./amount.ts";
import { applies, type CallFacts, deeds, readTool, type Topic } from "./call-facts.ts";
import type { Guarantee } from "./read-guarantees.ts";

/** A call of a tool. */
export interface ToolCall extends FoundCall {
  readonly tool: string;
}

/** A guarantee with its verdict. */
export interface Proved {
  readonly guarantee: Guarantee;
  readonly verdict: Explored["verdict"];
  /** How many tools were looked at. */
  readonly tools: number;
  /** Those of them that can do what the sentence is about. */
  readonly about: readonly string[];
  /** Evaluations of conditions: the size of the proof. */
  readonly steps: number;
  /** Of a counterexample: the calls that break it, in order. */
  readonly calls?: readonly ToolCall[];
  /** Of what is not decided: the part of a condition, and why. */
  readonly undecided?: { readonly tool: string; readonly expression: string; readonly why: string };
}

/** Proves each guarantee of all calls that contracts allow, or finds calls that break it. */
export function proveGuarantees(guarantees: readonly Guarantee[], manifest: Manifest): readonly Proved[] {
  return guarantees.map((guarantee) => {
    const tools = toolsOf(guarantee, manifest);
    const about = tools.filter((tool) => isAbout(guarantee, tool)).map(({ name }) => name);
    return { ...proveGuarantee(guarantee, tools), about };
  });
}

function isAbout({ claim }: Guarantee, tool: ToolContract): boolean {
  if (claim.kind === "harmless") return true;
  const does = claim.kind === "stays" ? (each: ToolContract) => flowOf(each).sendsOut : deeds[claim.deed];
  return does === undefined || mayDo(tool, does);
}

function proveGuarantee(guarantee: Guarantee, tools: readonly ToolContract[]): Omit<Proved, "about"> {
  const { claim } = guarantee;
  if (claim.kind === "stays") return proveStays(guarantee, tools);
  if (claim.kind === "harmless")
    return proveEach(guarantee, tools, (tool) =>
      findCall(tool, "asks", ({ contract }) => contract.sideEffects.length > 0),
    );
  const does = deeds[claim.deed] ?? (() => true);
  return proveEach(guarantee, tools, (tool) => {
    const over =
      "over" in claim && claim.over !== undefined && mayDo(tool, does) ? amountOver(tool, claim.over) : "";
    if (over === undefined) return noAmount;
    const where = [guarantee.where, over].filter((each) => each !== undefined && each !== "").join(") && (");
    const isBroken = (facts: CallFacts): boolean => does(facts.contract) && !isKept(claim, facts);
    return findCall(tool, topics[claim.kind], isBroken, where === "" ? undefined : `(${where})`);
  });
}

const topics = { asked: "asks", "log-in": "logIn", repeated: "repeats" } as const satisfies Record<
  string,
  Topic
>;

const noAmount: Explored = {
  verdict: "undecidable",
  expression: "over",
  why: "which argument is the amount is not certain: say it by `where`",
  steps: 0,
};

function isKept(
  claim: Exclude<Guarantee["claim"], { readonly kind: "stays" | "harmless" }>,
  { isAsked, logInMs, isRecognised }: CallFacts,
): boolean {
  if (claim.kind === "asked") return isAsked;
  if (claim.kind === "repeated") return isRecognised;
  return logInMs !== undefined && logInMs <= claim.ageMs;
}

/** Whether any variant of a tool does it. */
function mayDo(tool: ToolContract, does: (contract: ToolContract) => boolean): boolean {
  const { refinements = [] } = tool;
  return does(tool) || refinements.some((refinement) => does({ ...tool, ...refinement }));
}

/** The tools that agents can call at all, with the permissions that the guarantee names. */
function toolsOf({ tools, permissions, claim }: Guarantee, manifest: Manifest): readonly ToolContract[] {
  const held = claim.kind === "harmless" ? (permissions ?? []) : permissions;
  return manifest.tools.filter(
    ({ name, riskLevel, permissions: needed }) =>
      riskLevel !== "forbidden" &&
      (!tools || tools.includes(name)) &&
      (!held || needed.every((permission) => held.includes(permission))),
  );
}

/** Finds a call with such facts, where `where` holds or cannot be evaluated. */
export function findCall(
  tool: ToolContract,
  topic: Topic,
  isSuch: (facts: CallFacts) => boolean,
  where?: string,
): Explored {
  const { conditions, factsOf } = readTool(tool, topic);
  return explore({
    schema: tool.inputSchema,
    examples: tool.examples.map(({ input }) => input),
    permissions: tool.permissions,
    conditions: where === undefined ? conditions : [...conditions, where],
    breaks: (outcomes) =>
      (where === undefined || applies(outcomes.at(-1))) &&
      isSuch(factsOf(outcomes.slice(0, conditions.length))),
  });
}

function proveEach(
  guarantee: Guarantee,
  tools: readonly ToolContract[],
  find: (tool: ToolContract) => Explored,
): Omit<Proved, "about"> {
  let steps = 0;
  let undecided: Proved["undecided"];
  for (const tool of tools) {
    const answer = find(tool);
    steps += answer.steps;
    if (answer.verdict === "counterexample") {
      const calls = [{ tool: tool.name, ...answer.call }];
      return { guarantee, verdict: "counterexample", tools: tools.length, steps, calls };
    }
    if (answer.verdict === "undecidable")
      undecided ??= { tool: tool.name, expression: answer.expression, why: answer.why };
  }
  const found = { guarantee, tools: tools.length, steps };
  return undecided ? { ...found, verdict: "undecidable", undecided } : { ...found, verdict: "proved" };
}

/**
 * What a caller has read can only grow, so a chain needs at most two calls: one that reads private
 * data, asked or not, and one that sends data out unasked. One tool may do both.
 */
function proveStays(guarantee: Guarantee, tools: readonly ToolContract[]): Omit<Proved, "about"> {
  const counted = { guarantee, tools: tools.length };
  const alone = proveEach(guarantee, tools, (tool) =>
    findCall(tool, "asks", (facts) => sendsUnasked(facts) && readsPrivate(facts)),
  );
  if (alone.verdict === "counterexample") return alone;
  const reads = proveEach(guarantee, tools, (tool) => findCall(tool, "asks", readsPrivate));
  const sends = proveEach(guarantee, tools, (tool) => findCall(tool, "asks", sendsUnasked));
  const steps = alone.steps + reads.steps + sends.steps;
  if (sends.verdict === "proved" || reads.verdict === "proved")
    return { ...counted, verdict: "proved", steps };
  if (reads.calls && sends.calls)
    return { ...counted, verdict: "counterexample", steps, calls: [...reads.calls, ...sends.calls] };
  const undecided = alone.undecided ?? sends.undecided ?? reads.undecided;
  return { ...counted, verdict: "undecidable", steps, ...(undecided && { undecided }) };
}

/** Whether a call sends data out and the server asks nobody. */
export function sendsUnasked({ isAsked, contract }: CallFacts): boolean {
  return flowOf(contract).sendsOut && !isAsked;
}

export function readsPrivate({ contract }: CallFacts): boolean {
  return flowOf(contract).readsPrivate;
}
