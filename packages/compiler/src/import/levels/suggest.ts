import { type EffectKind, type RiskLevel, riskLevels } from "@proviso/manifest";
import type { ForeignTool } from "../read/foreign-tool.ts";
import { type Evidence, factsOf, isClaimedToRead, type ToolFacts } from "./rules/evidence.ts";
import { evidenceRules } from "./rules/rules.ts";
import { suggestDataFlow, type SuggestedFlow } from "./suggest-data-flow.ts";

/** What the facts of a foreign tool suggest. It counts once a person accepts it. */
export interface Suggestion {
  readonly level: RiskLevel;
  /** The kinds of effect, most dangerous first; empty for a tool that only reads. */
  readonly effects: readonly EffectKind[];
  readonly flow: SuggestedFlow;
  /** Whether one more call can undo every effect. */
  readonly reversible: boolean;
  /** Whether an effect reaches outside the server's system. */
  readonly external: boolean;
  /** Whether the server itself says that the tool only reads; false if only its name does. */
  readonly isClaimedToRead: boolean;
  readonly evidence: readonly Evidence[];
}

/** Suggests level, effects, data flow and reversibility from facts. The strictest evidence wins. */
export function suggest(tool: ForeignTool): Suggestion {
  const facts = factsOf(tool);
  const evidence = evidenceRules.flatMap((rule) => rule.find(facts));
  const isRead = saysThatItReads(facts, evidence);
  const level = highestLevel([isRead ? "low" : "high", ...evidence.map((each) => each.level)], evidence);
  const effects = isRead && evidence.every(({ effect }) => effect === undefined) ? [] : effectsOf(evidence);
  return {
    level,
    effects,
    flow: suggestDataFlow(facts),
    reversible: evidence.every(({ reversible = true }) => reversible),
    external: evidence.some(({ external = false }) => external),
    isClaimedToRead: isClaimedToRead(tool),
    evidence,
  };
}

function saysThatItReads({ tool, verbs }: ToolFacts, evidence: readonly Evidence[]): boolean {
  const isNamedSo = verbs.length > 0 && verbs.every(({ row }) => row.kind === "reads");
  return (isClaimedToRead(tool) || isNamedSo) && evidence.every(({ effect }) => effect !== "unclassified");
}

/** Without an effect that is known and can be undone, a tool that changes something is high. */
function highestLevel(levels: readonly RiskLevel[], evidence: readonly Evidence[]): RiskLevel {
  const canBeUndone = evidence.some(({ effect, level }) => effect !== undefined && level === "medium");
  const [first, ...others] = levels;
  const counted = first === "high" && canBeUndone ? others : levels;
  return counted.reduce((a, b) => (riskLevels.indexOf(b) > riskLevels.indexOf(a) ? b : a), "low");
}

/** The effects of the strictest evidence that names one. */
function effectsOf(evidence: readonly Evidence[]): readonly EffectKind[] {
  const named = evidence.filter(({ effect }) => effect !== undefined && effect !== "unclassified");
  const strictest = Math.max(...named.map(({ level }) => riskLevels.indexOf(level)));
  const kinds = named.flatMap(({ effect, level }) =>
    effect !== undefined && riskLevels.indexOf(level) === strictest ? [effect] : [],
  );
  return kinds.length > 0 ? [...new Set(kinds)] : ["unclassified"];
}
