import { format } from "@cfworker/json-schema";
import { type JsonSchema, mapInnerSchemas } from "@proviso/manifest";
import { linearPattern, type PatternBudget } from "@proviso/manifest/pattern";

/**
 * The schema with each `pattern` as a format, which is tested in linear time: the value comes from
 * a server, and backtracking could take too long. Patterns that need backtracking (look-around,
 * back-references) stay: the compiler has checked that they are safe.
 */
export function withLinearPatterns(schema: JsonSchema, budget: PatternBudget): JsonSchema {
  const { pattern, ...otherKeywords } = mapInnerSchemas(schema, (inner) => withLinearPatterns(inner, budget));
  if (typeof pattern !== "string") return otherKeywords;
  const test = linearPattern(pattern);
  if (!test) return { ...otherKeywords, pattern };
  // The validator has one global table of formats; the space in the name keeps ours apart.
  const name = `pattern ${pattern}`;
  (format as Record<string, (text: string) => boolean>)[name] = (text) => test(text, budget);
  const others = Array.isArray(otherKeywords["allOf"]) ? otherKeywords["allOf"] : [];
  return { ...otherKeywords, allOf: [...others, { format: name }] };
}
