/**
 * Where a text is nested deeper than `limit`, by the lexemes of YAML: open brackets, and block
 * levels by indentation or by `-`, `?` and `:`. It may count too much, never too little.
 */
export function tooDeepAt(tokens: Iterable<string>, limit: number): number | undefined {
  const blocks: number[] = [];
  let [offset, column, brackets, content] = [0, 0, 0, 0];
  for (const token of tokens) {
    if (token === "[" || token === "{") brackets += 1;
    else if (token === "]" || token === "}") brackets = Math.max(0, brackets - 1);
    else if (brackets === 0 && opensBlock.has(token)) openBlock(blocks, token === ":" ? content : column);
    if (brackets + blocks.length > limit) return offset;
    if (markers.has(token)) continue;
    offset += token.length;
    // A key's level is where the key begins, after the indicators before it.
    if (token.trim() === "" || token === "-" || token === "?") content = column + token.length;
    column = token.includes("\n") ? token.length - token.lastIndexOf("\n") - 1 : column + token.length;
    if (token.includes("\n")) content = column;
  }
}

const opensBlock: ReadonlySet<string> = new Set(["-", "?", ":"]);
/** Lexemes that are not in the text, beside the byte order mark: document, flow end, scalar. */
const markers: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

function openBlock(blocks: number[], column: number): void {
  while ((blocks.at(-1) ?? -1) >= column) blocks.pop();
  blocks.push(column);
}
