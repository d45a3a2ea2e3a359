/** What the lexer adds and the text does not hold: document, flow end, and that a plain or block scalar follows. */
const scalar = "\u001f";
const markers: ReadonlySet<string> = new Set(["\u0002", "\u0018", scalar]);

/** Where the innermost bracket or quote begins that has no end before `before`, by the tokens of a YAML lexer. */
export function unendedAt(tokens: Iterable<string>, before: number): number | undefined {
  const open: number[] = [];
  let [offset, last] = [0, ""];
  for (const token of tokens) {
    if (offset >= before) break;
    const isSign = last !== scalar;
    last = token;
    if (markers.has(token)) continue;
    if (isSign && /^(["'])(?!.*\1$)/s.test(token)) return offset;
    if (isSign && (token === "[" || token === "{")) open.push(offset);
    if (isSign && (token === "]" || token === "}")) open.pop();
    offset += token.length;
  }
  return open.at(-1);
}
