/** JSON of several lines that was pasted behind a name, and is whole but for its indentation. */
export interface OutdentedJson {
  readonly start: number;
  /** Where each of its lines begins, but for the first. */
  readonly lines: readonly number[];
  /** What every line lacks. */
  readonly indent: string;
}

/** In YAML, a line that is not indented farther than a name ends what the name holds. */
export function outdentedJson(yamlText: string, at: number): OutdentedJson | undefined {
  const lineStart = yamlText.lastIndexOf("\n", at - 1) + 1;
  const head = /^( *)(?:- )?[^\n:{[]*:[ \t]*(?=[{[])/.exec(yamlText.slice(lineStart, at + 1));
  if (!head) return undefined;
  const start = lineStart + head[0].length;
  const end = endOfBrackets(yamlText, start);
  if (end === undefined || !isJson(yamlText.slice(start, end))) return undefined;
  const lines = [...yamlText.slice(start, end).matchAll(/\n(?=[^\n])/g)].map(
    ({ index }) => start + index + 1,
  );
  const outer = head[1]?.length ?? 0;
  const least = Math.min(...lines.map((line) => /^ */.exec(yamlText.slice(line))?.[0].length ?? 0));
  if (lines.length === 0 || least > outer) return undefined;
  return { start, lines, indent: " ".repeat(outer + 2 - least) };
}

const jsonSign = /"(?:[^"\\\n]|\\.)*"|[[\]{}]/g;

function endOfBrackets(yamlText: string, start: number): number | undefined {
  let depth = 0;
  jsonSign.lastIndex = start;
  for (let found = jsonSign.exec(yamlText); found; found = jsonSign.exec(yamlText)) {
    if (/^[[{]/.test(found[0])) depth += 1;
    if (/^[\]}]/.test(found[0])) depth -= 1;
    if (depth === 0) return jsonSign.lastIndex;
  }
  return undefined;
}

function isJson(yamlText: string): boolean {
  try {
    JSON.parse(yamlText);
    return true;
  } catch {
    return false;
  }
}
