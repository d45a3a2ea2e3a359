/** A map in braces, or a list in brackets, that is still open at the end of a text. */
export interface OpenFlow {
  readonly kind: "{" | "[";
  /** The key whose value begins. */
  key?: string;
  readonly keys: string[];
}

export interface FlowReading {
  /** The offset behind the closing bracket; absent if the limit is before it. */
  readonly end?: number;
  /** From outside to inside. */
  readonly open: readonly OpenFlow[];
  readonly isComment?: true;
}

const token = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|#[^\n]*|[{}[\],:]|[^\s"'#{}[\],:][^\s{}[\],:]*|\s+/gs;

/** Reads from `start`, where a brace or bracket opens, to its end or to `limit`. */
export function readFlow(documentText: string, start: number, limit: number): FlowReading {
  const open: OpenFlow[] = [];
  let from = start;
  token.lastIndex = start;
  for (let match = token.exec(documentText); match && match.index < limit; match = token.exec(documentText)) {
    const [lexeme] = match;
    const end = token.lastIndex;
    const inside = open.at(-1);
    if (lexeme === "{" || lexeme === "[") open.push({ kind: lexeme, keys: [] });
    else if (lexeme === "}" || lexeme === "]") open.pop();
    else if (lexeme === ",") delete inside?.key;
    else if (lexeme === ":" && inside?.key === undefined && endsKey(documentText, match.index)) {
      const key = unquoted(documentText.slice(from, match.index));
      inside?.keys.push(key);
      if (inside) inside.key = key;
    } else if (lexeme.startsWith("#") && end >= limit) return { open, isComment: true };
    else continue;
    from = end;
    if (open.length === 0) return { end, open };
  }
  return { open };
}

/** A colon ends a key before a space or a bracket, or behind quotes. */
function endsKey(documentText: string, colon: number): boolean {
  return /[\s{}[\],]/.test(documentText[colon + 1] ?? " ") || /["']/.test(documentText[colon - 1] ?? "");
}

export function unquoted(written: string): string {
  return written.trim().replaceAll(/^["']|["']$/g, "");
}
