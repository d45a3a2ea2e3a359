/** Lexemes that are not in the text: document, flow end, the announcement of a scalar. */
const scalarStart = "\u001f";
const bracketMarkers: ReadonlySet<string> = new Set(["\u0002", "\u0018", scalarStart]);

/** Where the innermost bracket or quote begins that has no end before `before`, by lexemes. */
export function unendedAt(tokens: Iterable<string>, before: number): number | undefined {
  const open: number[] = [];
  let [offset, last] = [0, ""];
  for (const token of tokens) {
    if (offset >= before) break;
    const isSign = last !== scalarStart;
    last = token;
    if (bracketMarkers.has(token)) continue;
    if (isSign && /^(["'])(?!.*\1$)/s.test(token)) return offset;
    if (isSign && (token === "[" || token === "{")) open.push(offset);
    if (isSign && (token === "]" || token === "}")) open.pop();
    offset += token.length;
  }
  return open.at(-1);
}
