import { asUnicodePattern } from "./unicode-pattern.ts";

/** A pattern of another language as JSON Schema writes it; undefined if that is impossible. */
export function foreignPattern(pattern: string): string | undefined {
  return asUnicodePattern(pattern) ?? asUnicodePattern(fromPython(pattern));
}

function fromPython(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replace(/^\\A/, "^")
    .replace(/\\[zZ]$/, "$");
}
