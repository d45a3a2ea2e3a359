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

interface TypeToken {
  readonly kind: "word" | "quoted" | "|" | "[]" | "(" | ")" | "end" | "stray";
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface TokenCursor {
  readonly tokens: readonly TypeToken[];
  next: number;
}

/** Unwinds the recursive descent. It is caught in this file; callers get a value. */
class UnexpectedToken extends Error {
  readonly token: TypeToken;
  constructor(message: string, typeToken: TypeToken) {
    super(message);
    this.token = typeToken;
  }
}

const expressionLengthLimit = 2000;
const tokenPattern =
  /\s*(?:(?<word>[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)|(?<quoted>"[^"]*"|'[^']*')|(?<sign>\||\[\]|\(|\))|(?<stray>\S))/y;

/**
 * union   = postfix *( "|" postfix )
 * postfix = primary *( "[]" )
 * primary = word | quoted text | "(" union ")"
 */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > expressionLengthLimit)
    return {
      ok: false,
      problem: "this type is too long; name a part under `types`",
      from: 0,
      to: text.length,
    };
  const cursor: TokenCursor = { tokens: tokenize(text), next: 0 };
  try {
    const expression = parseUnion(cursor);
    const rest = peekToken(cursor);
    if (rest.kind !== "end") throw new UnexpectedToken(unexpectedToken(rest), rest);
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof UnexpectedToken)) throw error;
    return { ok: false, problem: error.message, from: error.token.from, to: error.token.to };
  }
}

function tokenize(text: string): TypeToken[] {
  const tokens: TypeToken[] = [];
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    const { word, quoted, sign, stray } = match.groups ?? {};
    const written = word ?? quoted ?? sign ?? stray ?? "";
    const kind = word ? "word" : quoted ? "quoted" : sign ? (sign as TypeToken["kind"]) : "stray";
    const to = tokenPattern.lastIndex;
    tokens.push({ kind, text: written, from: to - written.length, to });
  }
  const end = text.trimEnd().length;
  return [...tokens, { kind: "end", text: "", from: Math.max(0, end - 1), to: end }];
}

function peekToken(cursor: TokenCursor): TypeToken {
  const typeToken = cursor.tokens[cursor.next] ?? cursor.tokens.at(-1);
  if (!typeToken) throw new Error("a token list ends with an end token");
  return typeToken;
}

function parseUnion(cursor: TokenCursor): TypeExpression {
  const first = parsePostfix(cursor);
  const members = [first];
  while (peekToken(cursor).kind === "|") {
    cursor.next += 1;
    members.push(parsePostfix(cursor));
  }
  const last = members.at(-1) ?? first;
  return members.length === 1 ? first : { kind: "union", members, from: first.from, to: last.to };
}

function parsePostfix(cursor: TokenCursor): TypeExpression {
  let expression = parsePrimary(cursor);
  while (peekToken(cursor).kind === "[]") {
    expression = { kind: "list", item: expression, from: expression.from, to: peekToken(cursor).to };
    cursor.next += 1;
  }
  return expression;
}

function parsePrimary(cursor: TokenCursor): TypeExpression {
  const typeToken = peekToken(cursor);
  cursor.next += 1;
  const { from, to, text } = typeToken;
  if (typeToken.kind === "word") return { kind: "name", name: text, from, to };
  if (typeToken.kind === "quoted") return { kind: "literal", value: text.slice(1, -1), from, to };
  if (typeToken.kind !== "(") throw new UnexpectedToken(missingToken(typeToken), typeToken);
  const inner = parseUnion(cursor);
  const closingToken = peekToken(cursor);
  if (closingToken.kind !== ")") throw new UnexpectedToken("a parenthesis is not closed", typeToken);
  cursor.next += 1;
  return { ...inner, from, to: closingToken.to };
}

function unexpectedToken({ text }: TypeToken): string {
  if (text === "?") return "`?` goes after the name of the property: `name?: string`";
  return `\`${text}\` is not expected here${text === "<" ? "; a list is written `T[]`" : ""}`;
}

function missingToken(typeToken: TypeToken): string {
  return typeToken.kind === "end"
    ? "a type is missing at the end"
    : `a type is missing before \`${typeToken.text}\``;
}
