import { isObject, type Json } from "@proviso/manifest";
import type { ToolFacts } from "./rules/evidence.ts";

/** Whether results are private, and whether outsiders wrote them; assumed without a fact. */
export interface SuggestedFlow {
  readonly readsPrivate: boolean;
  readonly returnsUntrusted: boolean;
  readonly evidence: readonly string[];
}

const publicNouns: ReadonlySet<string> = new Set(
  "documentation docs help weather time timezone timezones holiday holidays currency currencies advisories licenses".split(
    " ",
  ),
);

export function suggestDataFlow({ words, tool: { outputSchema } }: ToolFacts): SuggestedFlow {
  const noun = words.find((word) => publicNouns.has(word));
  const isPlain = outputSchema !== undefined && holdsNoFreeText(outputSchema, 0);
  return {
    readsPrivate: noun === undefined,
    returnsUntrusted: !isPlain,
    evidence: [
      ...(noun === undefined ? [] : [`\`${noun}\` is public`]),
      ...(isPlain ? ["the result holds numbers and fixed words only"] : []),
    ],
  };
}

const deepest = 8;

/** Whether no text of a result can hold words that somebody wrote. */
function holdsNoFreeText(schema: Json, depth: number): boolean {
  if (!isObject(schema) || depth > deepest) return false;
  const { type, properties, items, additionalProperties } = schema;
  if (Array.isArray(schema["enum"]) || schema["const"] !== undefined) return true;
  if (type === "number" || type === "integer" || type === "boolean" || type === "null") return true;
  if (type === "array") return items !== undefined && holdsNoFreeText(items, depth + 1);
  if (type !== "object" || !isObject(properties) || additionalProperties !== false) return false;
  return Object.values(properties).every((each) => holdsNoFreeText(each, depth + 1));
}
