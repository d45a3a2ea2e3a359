import { compensationRule } from "./facts/compensations.ts";
import type { ToolFacts } from "./facts/facts.ts";
import type { ProjectRule } from "./facts/rule.ts";

/** How long the server keeps an outcome: a day, if the contract does not say. */
const keptMs = ({ idempotency }: ToolFacts): number => idempotency?.ttlMs ?? 24 * 60 * 60_000;

export const compensateNotRepeatable: ProjectRule = compensationRule({
  code: "contract/compensate-not-repeatable",
  summary:
    "The tool named by `compensate` can be asked twice: it has `idempotency` or `reconcile`, and is remembered as long.",
  problem: (undoer, tool) =>
    undoer.hasEffects &&
    ((!undoer.idempotency && !undoer.reconcile) || keptMs(undoer) < keptMs(tool)) &&
    "may be asked twice: it needs `reconcile`, or `idempotency` whose `ttl` is at least as long as here",
});
