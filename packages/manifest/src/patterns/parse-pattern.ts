/** A regular expression of ECMAScript with the `u` flag, without parts that need backtracking. */
export type PatternNode =
  /** One code point; `source` is a regular expression for it alone. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "assertion"; readonly which: Assertion }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repetition";
      readonly part: PatternNode;
      readonly least: number;
      readonly most: number;
    };

export type Assertion = "start" | "end" | "boundary" | "noBoundary";

/** Maximum nesting of groups in a pattern. */
const deepestGroup = 100;

class UnsupportedPattern extends Error {}

/** Undefined for look-around, back-references, inline flags and a backslash at the end. */
export function parsePattern(pattern: string): PatternNode | undefined {
  try {
    return new PatternParser(pattern).choice(0);
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}

/** The length of the escape of one character at the start of a text. */
const escapeToken =
  /^\\(?:u\{[0-9a-f]+\}|u[dD][89abAB][0-9a-f]{2}\\u[dD][c-fC-F][0-9a-f]{2}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)/isu;
const quantifierToken = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;
const assertionTokens: ReadonlyMap<string, Assertion> = new Map([
  ["^", "start"],
  ["$", "end"],
  ["\\b", "boundary"],
  ["\\B", "noBoundary"],
]);

class PatternParser {
  readonly #text: string;
  #at = 0;
  constructor(patternText: string) {
    this.#text = patternText;
  }

  choice(depth: number): PatternNode {
    if (depth > deepestGroup) throw new UnsupportedPattern();
    const parts = [this.#sequence(depth)];
    while (this.#take("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !/^[|)]/.test(this.#rest(1))) parts.push(this.#term(depth));
    return { kind: "sequence", parts };
  }

  #term(depth: number): PatternNode {
    const which = [...assertionTokens].find(([sign]) => this.#take(sign))?.[1];
    if (which) return { kind: "assertion", which };
    const part = this.#take("(") ? this.#group(depth) : this.#character();
    const quantifier = quantifierToken.exec(this.#rest(64));
    if (!quantifier) return part;
    this.#at += quantifier[0].length;
    return { kind: "repetition", part, ...quantifierCounts(quantifier) };
  }

  #group(depth: number): PatternNode {
    // A named group is an ordinary group. Anything else after `?` is look-around or flags.
    const name = /^\?(?::|<(?![=!])[^>]*>)/.exec(this.#rest(1000))?.[0];
    if (name === undefined && this.#rest(1) === "?") throw new UnsupportedPattern();
    this.#at += name?.length ?? 0;
    const inner = this.choice(depth + 1);
    this.#take(")");
    return inner;
  }

  #character(): PatternNode {
    const from = this.#at;
    if (this.#rest(1) === "\\") this.#at += this.#escapeLength();
    else if (this.#take("[")) this.#skipClass();
    else this.#at += String.fromCodePoint(this.#text.codePointAt(from) ?? 0).length;
    return { kind: "character", source: this.#text.slice(from, this.#at) };
  }

  #escapeLength(): number {
    const escape = escapeToken.exec(this.#rest(100))?.[0] ?? "";
    // A number is a back-reference, except `\0`. A backslash at the end escapes nothing: not valid.
    if (escape === "" || /^\\[1-9k]/.test(escape)) throw new UnsupportedPattern();
    return escape.length;
  }

  #skipClass(): void {
    while (this.#at < this.#text.length && !this.#take("]")) this.#at += this.#rest(1) === "\\" ? 2 : 1;
  }

  #rest(length: number): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }
}

function quantifierCounts([sign = "", least, comma, most]: RegExpExecArray): {
  readonly least: number;
  readonly most: number;
} {
  if (least === undefined)
    return { least: sign.startsWith("+") ? 1 : 0, most: sign.startsWith("?") ? 1 : Infinity };
  if (comma === undefined) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most ? Number(most) : Infinity };
}
