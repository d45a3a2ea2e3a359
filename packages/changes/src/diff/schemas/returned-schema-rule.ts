import type { JsonSchema, ToolContract } from "@proviso/manifest";
import { type ChangeExample, type ClauseRule, clauseRule, type ContractLines } from "../facts/change-rule.ts";
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
  /** The lines of a contract with a schema that has these properties. */
  readonly lines: (properties: string) => ContractLines;
}

/** A rule for the schema of what callers get. The less they may get, the stricter and safer. */
export function returnedSchemaRule(spec: ReturnedSchema): ClauseRule {
  const { name, summary, path, isCompared = () => true, schemaOf } = spec;
  return clauseRule<string>({
    name: `${name}-schema`,
    summary,
    kinds: kindsOf(name),
    examples: examplesOf(spec),
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

function examplesOf({ name, path, lines }: ReturnedSchema): ClauseRule["examples"] {
  const example = (id: string, at: string, before: string, after: string): ChangeExample => ({
    id,
    path: `${path}${at}`,
    before: lines(before),
    after: lines(after),
  });
  return [
    example(`${name}-widened`, ".properties.author", "text: string", "text: string, author?: string"),
    example(`${name}-widened`, ".required", "text: string, author: string", "text: string, author?: string"),
    example(
      `required-${name}-property-added`,
      ".properties.author",
      "text: string",
      "text: string, author: string",
    ),
    example(
      `${name}-changed`,
      ".properties.text.pattern",
      "text: { type: string, pattern: '^[a-z]+$' }",
      "text: { type: string, pattern: '^[a-z0-9]+$' }",
    ),
    example(
      `${name}-no-longer-sensitive`,
      ".properties.text.sensitive",
      "text: { type: string, sensitive: true }",
      "text: string",
    ),
    example(
      `${name}-reworded`,
      ".properties.text.description",
      "text: { type: string, description: The text. }",
      "text: { type: string, description: The whole text. }",
    ),
    example(
      `${name}-rewritten`,
      "",
      "text: string, format: text | html",
      "text: string, format: html | text",
    ),
  ];
}
