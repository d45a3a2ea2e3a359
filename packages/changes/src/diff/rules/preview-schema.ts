import type { ClauseRule } from "../facts/change-rule.ts";
import { returnedSchemaRule } from "../schemas/returned-schema-rule.ts";

export const previewSchema: ClauseRule = returnedSchemaRule({
  name: "preview",
  summary:
    "What the plan of the tool returns, judged like outputs. Whether there is a plan is compared by `dry-run`.",
  path: "dryRun.preview",
  isCompared: ({ dryRun }) => dryRun !== undefined,
  schemaOf: ({ dryRun }) => dryRun?.preview,
});
