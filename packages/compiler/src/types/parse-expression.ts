/** A type expression. `from` and `to` are offsets in its text. */
export type TypeExpression =
  | { readonly kind: "name"; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: "literal"; readonly value: string; readonly from: number; readonly to: number }
  | { readonly kind: "list"; readonly item: TypeExpression; readonly from: number; readonly to: number }
  | {
      readonly kind: "union";
      readonly members: readonly TypeExpression[];
      readonly from: number;
      readonly to: number;
    };

export type ParsedExpression =
  | { readonly ok: true; readonly expression: TypeExpression }
  | { readonly ok: false; readonly problem: string; readonly from: number; readonly to: number };

interface Token {
  readonly kind: "word" | "quoted" | "|" | "[]" | "(" | ")" | "end" | "stray";
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Cursor {
  readonly tokens: readonly Token[];
  next: number;
}

/** Unwinds the recursive descent. It is caught in this file; callers get a value. */
class Unexpected extends Error {
  readonly token: Token;
  constructor(message: string, token: Token) {
    super(message);
    this.token = token;
  }
}

const lengthLimit = 2000;
const tokenPattern =
  /\s*(?:(?<word>[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)|(?<quoted>"[^"]*"|'[^']*')|(?<sign>\||\[\]|\(|\))|(?<stray>\S))/y;

/** Cached: most expressions are single words, such as `string`, in every tool. */
const parsed = new Map<string, ParsedExpression>();
const parsedLimit = 1000;

/**
 * union   = postfix *( "|" postfix )
 * postfix = primary *( "[]" )
 * primary = word | quoted text | "(" union ")"
 */
export function parseExpression(text: string): ParsedExpression {
  const known = parsed.get(text);
  if (known) return known;
  const result = parse(text);
  if (parsed.size >= parsedLimit) parsed.clear();
  parsed.set(text, result);
  return result;
}

function parse(text: string): ParsedExpression {
  if (text.length > lengthLimit)
    return {
      ok: false,
      problem: "this type is too long; name a part under `types`",
      from: 0,
      to: text.length,
    };
  const cursor: Cursor = { tokens: tokenize(text), next: 0 };
  try {
    const expression = parseUnion(cursor);
    const rest = peek(cursor);
    if (rest.kind !== "end") throw new Unexpected(unexpected(rest), rest);
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { ok: false, problem: error.message, from: error.token.from, to: error.token.to };
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    const { word, quoted, sign, stray } = match.groups ?? {};
    const written = word ?? quoted ?? sign ?? stray ?? "";
    const kind = word ? "word" : quoted ? "quoted" : sign ? (sign as Token["kind"]) : "stray";
    const to = tokenPattern.lastIndex;
    tokens.push({ kind, text: written, from: to - written.length, to });
  }
  const end = text.trimEnd().length;
  return [...tokens, { kind: "end", text: "", from: Math.max(0, end - 1), to: end }];
}

function peek(cursor: Cursor): Token {
  const token = cursor.tokens[cursor.next] ?? cursor.tokens.at(-1);
  if (!token) throw new Error("a token list ends with an end token");
  return token;
}

function parseUnion(cursor: Cursor): TypeExpression {
  const first = parsePostfix(cursor);
  const members = [first];
  while (peek(cursor).kind === "|") {
    cursor.next += 1;
    members.push(parsePostfix(cursor));
  }
  const last = members.at(-1) ?? first;
  return members.length === 1 ? first : { kind: "union", members, from: first.from, to: last.to };
}

function parsePostfix(cursor: Cursor): TypeExpression {
  let expression = parsePrimary(cursor);
  while (peek(cursor).kind === "[]") {
    expression = { kind: "list", item: expression, from: expression.from, to: peek(cursor).to };
    cursor.next += 1;
  }
  return expression;
}

function parsePrimary(cursor: Cursor): TypeExpression {
  const token = peek(cursor);
  cursor.next += 1;
  const { from, to, text } = token;
  if (token.kind === "word") return { kind: "name", name: text, from, to };
  if (token.kind === "quoted") return { kind: "literal", value: text.slice(1, -1), from, to };
  if (token.kind !== "(") throw new Unexpected(missing(token), token);
  const inner = parseUnion(cursor);
  const close = peek(cursor);
  if (close.kind !== ")") throw new Unexpected("a parenthesis is not closed", token);
  cursor.next += 1;
  return { ...inner, from, to: close.to };
}

function unexpected({ text }: Token): string {
  if (text === "?") return "`?` goes after the name of the property: `name?: string`";
  return `\`${text}\` is not expected here${text === "<" ? "; a list is written `T[]`" : ""}`;
}

function missing(token: Token): string {
  return token.kind === "end" ? "a type is missing at the end" : `a type is missing before \`${token.text}\``;
}
