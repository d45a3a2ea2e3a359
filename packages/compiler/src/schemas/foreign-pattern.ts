import { asUnicodePattern } from "./unicode-pattern.ts";

/** A pattern of another tool or language as JSON Schema writes it; undefined if that is not possible. */
export function foreignPattern(pattern: string): string | undefined {
  return asUnicodePattern(pattern) ?? asUnicodePattern(fromPython(pattern));
}

function fromPython(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replace(/^\\A/, "^")
    .replace(/\\[zZ]$/, "$");
}
