import { compensations } from "./facts/compensations.ts";
import type { ToolFacts } from "./facts/facts.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

/** How long the server keeps an outcome: a day, if the contract does not say. */
const keptMs = ({ idempotency }: ToolFacts): number => idempotency?.ttlMs ?? 24 * 60 * 60_000;

export const compensateNotRepeatable: ProjectRule = projectRule({
  code: "contract/compensate-not-repeatable",
  summary:
    "The tool named by `compensate` can be asked twice: it has `idempotency` or `reconcile`, and is remembered as long.",
  check({ contracts }, report) {
    for (const { tool, undoer, span } of compensations(contracts)) {
      const isKeyed = undoer.idempotency ?? undoer.reconcile;
      if (undoer.hasEffects && (!isKeyed || keptMs(undoer) < keptMs(tool)))
        report(
          `\`${undoer.name}\` may be asked twice: it needs \`reconcile\`, or \`idempotency\` whose \`ttl\` is at least as long as here`,
          span,
        );
    }
  },
});
