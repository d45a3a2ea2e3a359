import { compensations } from "./facts/compensations.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

/** A day, as the server keeps outcomes if a contract does not say. */
const defaultTtlMs = 24 * 60 * 60_000;

export const compensateNotRepeatable: ProjectRule = projectRule({
  code: "contract/compensate-not-repeatable",
  summary:
    "The tool named by `compensate` can be asked twice: it has `idempotency`, for at least as long, or `reconcile`.",
  check({ contracts }, report) {
    for (const { tool, undoer, span } of compensations(contracts)) {
      const [kept, needed] = [undoer, tool].map(({ idempotency }) => idempotency?.ttlMs ?? defaultTtlMs);
      if (undoer.hasEffects && !undoer.idempotency && !undoer.reconcile)
        report(
          `\`${undoer.name}\` may be asked twice, and has neither \`idempotency\` nor \`reconcile\``,
          span,
        );
      else if (Number(kept) < Number(needed))
        report(
          `\`${undoer.name}\` forgets that it has undone a step while the call can still be made again`,
          span,
          "give its `idempotency` a `ttl` that is at least as long as here",
        );
    }
  },
});
