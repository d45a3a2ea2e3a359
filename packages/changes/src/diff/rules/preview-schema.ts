import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { returnedKinds } from "../facts/returned-kinds.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

export const previewSchema: ClauseRule = clauseRule({
  name: "preview-schema",
  summary:
    "What the plan of the tool returns, judged like outputs. Whether there is a plan is compared by `dry-run`.",
  kinds: returnedKinds("preview"),
  find: ({ dryRun: was }, { dryRun: is }) =>
    was && is
      ? schemaChanges({ path: "dryRun.preview", name: "preview", isReturned: true }, was.preview, is.preview)
      : [],
});
