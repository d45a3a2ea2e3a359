import { isRegularExpression } from "@proviso/manifest/pattern";

/**
 * A pattern with the `u` flag, as JSON Schema requires. Many pasted patterns are written without
 * the flag: with a needless escape, a hyphen beside `\\w` in a class, or an unescaped brace. These
 * are corrected without changing what they match. Undefined if the pattern is not a regular
 * expression, or needlessly escapes a letter, which has a meaning in other languages.
 */
export function asUnicodePattern(pattern: string): string | undefined {
  if (isRegularExpression(pattern)) return pattern;
  const corrected = correctPattern(pattern);
  return isRegularExpression(corrected) ? corrected : undefined;
}

const patternToken = /\\(?:u\{[^}]*\}|.)|\{\d+(?:,\d*)?\}|./gsu;
const needsNoEscape = /^\\[^\p{L}\p{N}^$\\.*+?()[\]{}|/-]$/u;
const characterClass = /^\\[dDsSwWpP]/;

function correctPattern(pattern: string): string {
  const tokens = pattern.match(patternToken) ?? [];
  let isInClass = false;
  return tokens
    .map((part, index) => {
      const isFirst = tokens[index - 1] === "[" || (tokens[index - 1] === "^" && tokens[index - 2] === "[");
      if (needsNoEscape.test(part)) return part.slice(1);
      if (!isInClass && part === "[") isInClass = true;
      else if (isInClass && part === "]") isInClass = false;
      else if (!isInClass && /^[{}\]]$/.test(part)) return `\\${part}`;
      else if (!isInClass && part === "\\-") return "-";
      else if (isInClass && part === "-" && !isFirst && isBesideClass(tokens, index)) return "\\-";
      return part;
    })
    .join("");
}

function isBesideClass(tokens: readonly string[], index: number): boolean {
  return [tokens[index - 1], tokens[index + 1]].some((part) => characterClass.test(part ?? ""));
}
