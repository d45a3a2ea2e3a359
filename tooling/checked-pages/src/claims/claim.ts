import type { Clause, Judgement, Tool, World } from "@proviso/verify";
import type { ListedTools } from "../observe/listed-tools.ts";
import type { Observation } from "../observe/observe-tool.ts";
import type { PageText } from "../pages/read-page.ts";

/** All that a sentence is compared with. */
export interface Evidence extends Observation {
  /** All texts of the page. */
  readonly page: readonly PageText[];
  readonly listed: ListedTools;
}

/** False, or a text, which says what happened instead. Undefined: the calls of this tool do not show it. */
export type Answer = boolean | string | undefined;
export type Fact = (seen: Evidence, match: RegExpExecArray) => Answer;
type Said = readonly [place: string | RegExp, says: RegExp];

/** By kind, and by a fact in words: whether calls show it, and the sentences of pages that state it. */
export type Claims = Readonly<
  Record<string, Readonly<Record<string, readonly [Fact, ...(readonly Said[])]>>>
>;

const world = { tools: [], firstList: {}, forbidden: [], oracles: [], canKill: false, callers: [] };

/**
 * Asks a clause of `proviso verify` about the calls of these ways. `claimed`: what the sentence says of the tool,
 * as a contract or a hint. Undefined: the calls do not show it.
 */
export function tried(
  clause: Pick<Clause, "judge">,
  ways: readonly string[],
  claimed: (seen: Evidence, match: RegExpExecArray) => Partial<Tool & Pick<World, "secrets">> = () => ({}),
): Fact {
  return (seen, match) => {
    const { secrets = [], ...said } = claimed(seen, match);
    const tool = { name: seen.tool, inputSchema: {}, annotations: {}, contract: {}, ...said };
    const steps = ways.flatMap((way) => seen.calls.get(way) ?? []);
    return answerOf(clause.judge(tool, steps, { ...world, secrets }));
  };
}

function answerOf(judgement: Judgement): Answer {
  if (judgement.kind === "refuted") return judgement.observed;
  return judgement.kind === "survived" ? true : undefined;
}
