import type { JsonObject, JsonSchema } from "@proviso/manifest";
import { type Explored, explore, type ConditionOutcome } from "./explore.ts";

/** Whether a rule applies: also where its condition cannot be evaluated, as on servers. */
export function applies(outcome: ConditionOutcome | undefined): boolean {
  return outcome !== false;
}

/** Whether a rule with the second condition applies to all calls of one with the first. */
export function implication(
  premise: string,
  conclusion: string,
  schema: JsonSchema,
  examples: readonly JsonObject[] = [],
): Explored {
  return explore({
    schema,
    examples,
    conditions: [premise, conclusion],
    breaks: ([first, second]) => applies(first) && !applies(second),
  });
}
