import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { returnedKinds } from "../facts/returned-kinds.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

export const outputSchema: ClauseRule = clauseRule({
  name: "output-schema",
  summary: "What the tool returns. The less it may return, the safer for callers, and the stricter.",
  kinds: returnedKinds("output"),
  find: ({ outputSchema: was }, { outputSchema: is }) =>
    schemaChanges({ path: "outputSchema", name: "output", isReturned: true }, was, is),
});
