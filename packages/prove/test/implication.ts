import type { JsonSchema } from "@proviso/manifest";
import { type ConditionOutcome, type Explored, explore } from "../src/cells.ts";

/** Whether a rule with the second condition applies to all calls of one with the first. A rule whose condition fails applies. */
export function implication(premise: string, conclusion: string, schema: JsonSchema): Explored {
  const applies = (outcome: ConditionOutcome | undefined): boolean => outcome !== false;
  return explore({
    schema,
    conditions: [premise, conclusion],
    breaks: ([first, second]) => applies(first) && !applies(second),
  });
}
