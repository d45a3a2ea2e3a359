import { parsePattern, type PatternNode } from "./parse-pattern.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const digits = "1234567890";
/** Tried after letters and digits, for characters of other classes. */
const otherCharacters: readonly string[] = [..."-_. /:+@#,;!?%&=*()[]{}<>\"'\\|~^$é\u00a0\t\n"];
/** Longer texts would not be read. */
const maxExampleLength = 200;

class NoExample extends Error {}

/**
 * A short text for a regular expression, the same every time: `cus_abcd` for `^cus_[a-z0-9]{4,32}$`. Undefined for expressions
 * that are invalid or that `parsePattern` does not know. It may not match where an assertion inside the expression fails: the caller checks it.
 */
export function patternExample(pattern: string): string | undefined {
  const parsed = isRegularExpression(pattern) ? parsePattern(pattern) : undefined;
  if (!parsed) return undefined;
  try {
    return exampleOf(parsed, "");
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

export function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** `before` with a text for the node after it. */
function exampleOf(node: PatternNode, before: string): string {
  if (before.length > maxExampleLength) throw new NoExample();
  switch (node.kind) {
    case "assertion":
      return before;
    case "character":
      return before + characterFor(node.source, before.length);
    case "sequence":
      return node.parts.reduce((text, part) => exampleOf(part, text), before);
    case "choice":
      return node.parts[0] ? exampleOf(node.parts[0], before) : before;
    case "repetition": {
      let text = before;
      for (let count = 0; count < node.least; count += 1) {
        const longer = exampleOf(node.part, text);
        if (longer === text) break;
        text = longer;
      }
      return text;
    }
  }
}

/** The position decides which letter or digit, so that a text is not one character repeated. */
function characterFor(source: string, position: number): string {
  if (source.length === 1 && source !== ".") return source;
  const test = new RegExp(`^${source}$`, "u");
  const [letter = "a", digit = "1"] = [letters[position % letters.length], digits[position % digits.length]];
  const candidates = [letter, digit, letter.toUpperCase(), ...letters, ...digits, ...otherCharacters];
  const found = candidates.find((character) => test.test(character));
  if (found === undefined) throw new NoExample();
  return found;
}
