import type { Refinement, ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { callsText, compareConditions } from "../facts/compare-conditions.ts";
import { isSame, json, shown } from "../facts/json-value.ts";
import { pairRefinements } from "../facts/pair-refinements.ts";

export const refinements: ClauseRule = clauseRule({
  name: "refinements",
  summary:
    "The milder contracts for some inputs: which there are, and for which inputs. Their clauses are compared like those of the tool.",
  kinds: {
    ...opposites("unchanged", {
      "refinement-added": safe("Some inputs are under a milder contract."),
      "refinement-removed": dangerous("Inputs that were under a milder contract are under that of the tool."),
    }),
    ...opposites("unchanged", {
      "refinement-widened": safe("The last of the milder contracts applies to more inputs."),
      "refinement-narrowed": dangerous("The last of the milder contracts applies to fewer inputs."),
    }),
    ...neutral("unchanged", {
      "refinement-condition-rewritten": safe(
        "A condition is written otherwise, and holds for the same inputs.",
      ),
    }),
    ...undecided("unchanged", {
      "refinement-condition-changed": dangerous(
        "A milder contract applies to other inputs. Whether to more or fewer cannot be decided, or others come after it, which then apply.",
      ),
      "refinement-order-changed": dangerous(
        "The order of the conditions changed, or one that comes before others was added or removed. The first that is true applies, so other contracts may apply.",
      ),
    }),
  },
  find(earlier: ToolContract, later: ToolContract) {
    const [{ refinements: was = [] }, { refinements: is = [] }] = [earlier, later];
    const { pairs, removed, added } = pairRefinements(was, is);
    const isAtEnd =
      removed.every((at) => at >= was.length - removed.length) &&
      added.every((at) => at >= is.length - added.length);
    const kept = pairs.map((each) => was.indexOf(each.before));
    const isInOrder =
      isAtEnd &&
      isSame(
        kept,
        kept.toSorted((one, other) => one - other),
      );
    if (!isInOrder || (removed.length > 0 && added.length > 0)) return [reordered(was, is)];
    return [
      ...pairs.flatMap(({ at, before, after }) =>
        conditionChange(at, [before, after], [earlier, later], at === is.length - 1),
      ),
      ...removed.flatMap((at) => present("refinement-removed", at, was[at], "no longer has")),
      ...added.flatMap((at) => present("refinement-added", at, is[at], "has")),
    ];
  },
});

const ofConditions = {
  wider: "refinement-widened",
  narrower: "refinement-narrowed",
  same: "refinement-condition-rewritten",
  unclear: "refinement-condition-changed",
} as const;

function conditionChange(
  at: number,
  [{ when: before }, { when: after }]: readonly [Refinement, Refinement],
  tools: readonly [ToolContract, ToolContract],
  isLast: boolean,
): readonly FoundChange[] {
  if (before === after) return [];
  const compared = compareConditions({ before, after, tools, appliesOnError: false });
  const { difference } = compared;
  const id = isLast || difference === "same" ? ofConditions[difference] : ofConditions.unclear;
  const calls = callsText(compared, ["no longer for", "newly for"]);
  const says = `has a milder contract for other inputs: ${shown(after)} instead of ${shown(before)}${calls}`;
  return [{ id, path: `refinements.${at}.when`, before, after, says }];
}

function present(
  id: "refinement-added" | "refinement-removed",
  at: number,
  refinement: Refinement | undefined,
  has: string,
): readonly FoundChange[] {
  const value = id === "refinement-added" ? { after: json(refinement) } : { before: json(refinement) };
  const says = `${has} a milder contract for inputs with ${shown(refinement?.when, "no condition")}`;
  return [{ id, path: `refinements.${at}`, ...value, says }];
}

function reordered(was: readonly Refinement[], is: readonly Refinement[]): FoundChange {
  const before = was.map(({ when }) => when);
  const after = is.map(({ when }) => when);
  const says = `tries milder contracts in another order: ${shown(after)} instead of ${shown(before)}`;
  return { id: "refinement-order-changed", path: "refinements", before, after, says };
}
