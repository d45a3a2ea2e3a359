import type { JsonSchema, ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { schemaChanges } from "./schema-changes.ts";

interface ReturnedSchema {
  /** What the ids begin with: `output`. */
  readonly name: string;
  readonly summary: string;
  /** The place of the schema in a contract. */
  readonly path: string;
  readonly schemaOf: (tool: ToolContract) => JsonSchema | undefined;
  /** Whether the contract has the clause; without it, nothing is compared. Absent if an absent schema is one, too. */
  readonly isCompared?: (tool: ToolContract) => boolean;
}

/** A rule for the schema of what callers get. The less they may get, the stricter and safer. */
export function returnedSchemaRule(spec: ReturnedSchema): ClauseRule {
  const { name, summary, path, isCompared = () => true, schemaOf } = spec;
  return clauseRule<string>({
    name: `${name}-schema`,
    summary,
    kinds: kindsOf(name),
    find: (before, after) =>
      isCompared(before) && isCompared(after)
        ? schemaChanges({ path, name, isReturned: true }, schemaOf(before), schemaOf(after))
        : [],
  });
}

function kindsOf(name: string): ClauseRule["kinds"] {
  return {
    ...opposites("changed", {
      [`${name}-widened`]: breaking(
        "Callers can get what the contract excluded. A guard with the former contract refuses it.",
      ),
      [`${name}-narrowed`]: safe("Callers get less than the contract allowed."),
    }),
    ...opposites("changed", {
      [`required-${name}-property-added`]: breaking("Callers always get a value that the contract excluded."),
      [`required-${name}-property-removed`]: breaking(
        "Callers no longer get a value that the contract promised.",
      ),
    }),
    ...undecided("changed", {
      [`${name}-changed`]: dangerous("Callers may get what the contract excluded: that cannot be decided."),
    }),
    ...opposites("unchanged", {
      [`${name}-no-longer-sensitive`]: safe("The value is no longer redacted in records."),
      [`${name}-made-sensitive`]: safe("The value is redacted in records."),
    }),
    ...neutral("changed", {
      [`${name}-reworded`]: safe("A model reads another title, description or default of a value."),
      [`${name}-rewritten`]: safe("The same values are valid, and the schema is written otherwise."),
    }),
  };
}
