import type { Hints, JsonObject, SideEffect, ToolContract } from "@proviso/manifest";

/** Whether a condition holds for a call. Throws if it cannot be evaluated. */
export type Holds<Scope> = (condition: string, scope: Scope) => boolean;

/** The contract of one call: the tool's own rules, or those of the first refinement that holds, if each before it is decidable. */
export function rulesOf(tool: ToolContract, input: JsonObject, holds: Holds<JsonObject>): ToolContract {
  const refinement = orElse(undefined, () => tool.refinements?.find(({ when }) => holds(when, input)));
  if (!refinement) return tool;
  if (!refinement.hints.readOnlyHint) return { ...tool, ...refinement };
  // What only reads needs no key and no dry run.
  const { idempotency: _, dryRun, ...rest } = { ...tool, ...refinement };
  return dryRun ? { ...rest, dryRun: { ...dryRun, mode: "supported" } } : rest;
}

const graveKinds = ["sends", "calls", "pays", "refunds", "deletes", "grants"];

/** An effect that a tool may not have without a person: of another system, for good, or of the worst kinds. */
export function isGrave({ reversible, external, kind }: SideEffect): boolean {
  return !reversible || external || graveKinds.includes(kind);
}

export function isDestructiveAgent({ agencyHint, destructiveHint }: Hints): boolean {
  return agencyHint === true && destructiveHint;
}

/** The value of a doubtful answer, where it cannot be had. */
export function orElse<T>(doubt: T, answer: () => T): T {
  try {
    return answer();
  } catch {
    return doubt;
  }
}
