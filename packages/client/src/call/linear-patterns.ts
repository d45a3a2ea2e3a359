import { format } from "@cfworker/json-schema";
import { type JsonSchema, mapInnerSchemas } from "@proviso/manifest";
import { linearPattern, type PatternBudget } from "@proviso/manifest/pattern";

/**
 * The same schema with each `pattern` as a format, for the validator would run it by trying again and again, and what is
 * checked here a server wrote. A pattern that needs that (look-around, back-references) stays: the compiler has found it safe.
 */
export function withLinearPatterns(schema: JsonSchema, budget: PatternBudget): JsonSchema {
  const { pattern, ...rest } = mapInnerSchemas(schema, (inner) => withLinearPatterns(inner, budget));
  if (typeof pattern !== "string") return rest;
  const test = linearPattern(pattern);
  if (!test) return { ...rest, pattern };
  // The validator has one table of formats; nobody else's has a space in its name.
  const name = `pattern ${pattern}`;
  (format as Record<string, (text: string) => boolean>)[name] = (text) => test(text, budget);
  const others = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return { ...rest, allOf: [...others, { format: name }] };
}
