import { effectiveContract, type Json, type Manifest, type ToolContract } from "@proviso/manifest";
import { clauseRules, presenceRules, productRules, refinementRules } from "./change-rules.ts";
import { type Change, type FoundChange, toChange } from "./facts/change.ts";
import type { ChangeRule, ToolPair } from "./facts/change-rule.ts";
import { requireShallow } from "./facts/require-shallow.ts";
import { bySeriousness } from "./facts/severity.ts";
import { pairRefinements } from "./facts/pair-refinements.ts";
import { pairTools } from "./facts/pair-tools.ts";

/**
 * What changed between two manifests and how serious each change is: the most serious first. Throws
 * a `TypeError` if one is nested deeper than any that is compiled.
 */
export function diffManifests(before: Manifest, after: Manifest): readonly Change[] {
  for (const { tools } of [before, after])
    for (const tool of tools) requireShallow(tool as unknown as Json, `the contract of \`${tool.name}\``);
  const manifests = { before, after };
  const changes = [
    ...productRules.flatMap((rule) => judged(rule, "", rule.find(manifests))),
    ...pairTools(before.tools, after.tools).flatMap((pair) => [
      ...presenceRules.flatMap((rule) => judged(rule, nameOf(pair), rule.find(pair, manifests))),
      ...(pair.before && pair.after ? compareTools(pair.before, pair.after) : []),
    ]),
  ];
  return changes.toSorted(bySeriousness);
}

function nameOf({ before, after }: ToolPair): string {
  return (after ?? before)?.name ?? "";
}

function compareTools(before: ToolContract, after: ToolContract): readonly Change[] {
  const { pairs } = pairRefinements(before.refinements ?? [], after.refinements ?? []);
  return [
    ...clauseRules.flatMap((rule) => judged(rule, after.name, rule.find(before, after))),
    ...pairs.flatMap((pair) => {
      const was = effectiveContract(withoutReason(before), pair.before);
      const is = effectiveContract(withoutReason(after), pair.after);
      return refinementRules.flatMap((rule) => {
        const found = rule
          .find(was, is)
          .map((each) => ({ ...each, path: `refinements.${pair.at}.${each.path}` }));
        return judged(rule, after.name, found);
      });
    }),
  ];
}

/** A refinement gives its own reason, or none. */
function withoutReason({ riskReason: _reason, ...tool }: ToolContract): ToolContract {
  return tool;
}

function judged(rule: ChangeRule, tool: string, found: readonly FoundChange[]): readonly Change[] {
  return found.map((each) => {
    const kind = rule.kinds[each.id];
    if (!kind) throw new Error(`\`${rule.name}\` declares no kind of change \`${each.id}\``);
    return toChange(each, tool, kind);
  });
}
