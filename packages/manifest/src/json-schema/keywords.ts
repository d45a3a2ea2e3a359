const words = (text: string): readonly string[] => text.split(" ");
const numeric = words("exclusiveMaximum exclusiveMinimum maximum minimum multipleOf");

/** Keywords that say something about values of this type only. For `format` see `isOwnKeyword`. */
export const ownKeywords: Readonly<Record<string, readonly string[]>> = {
  array: words("contains items maxContains maxItems minContains minItems prefixItems uniqueItems"),
  boolean: [],
  integer: numeric,
  null: [],
  number: numeric,
  object: words(
    "additionalProperties dependentRequired dependentSchemas maxProperties minProperties patternProperties properties propertyNames required",
  ),
  string: words("maxLength minLength pattern"),
};

/** Keywords whose values are data, in which no keyword is meant. */
export const literalKeywords: ReadonlySet<string> = new Set(["const", "default", "enum"]);

/** Keywords that every comparison of schemas knows; others may mean something where they stand. */
export const comparedKeywords: ReadonlySet<string> = new Set([
  ...Object.values(ownKeywords).flat(),
  ...words("allOf anyOf const else enum format if not oneOf then type"),
]);

/** Keywords that do not affect validity. `default` is not among them: it is filled in. */
export const annotations: ReadonlySet<string> = new Set(
  words("$comment $schema deprecated description examples readOnly title writeOnly"),
);
