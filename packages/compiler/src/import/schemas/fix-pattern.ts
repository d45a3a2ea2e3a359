/** The same pattern as JavaScript reads it in Unicode mode, as JSON Schema asks; undefined if there is none. */
export function fixPattern(pattern: string): string | undefined {
  const others = [
    pattern,
    withoutIdleEscapes(pattern),
    fromPython(pattern),
    withoutIdleEscapes(fromPython(pattern)),
  ];
  return others.find(isPattern);
}

function isPattern(pattern: string): boolean {
  try {
    void new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** In Unicode mode only signs with a meaning may be escaped: `\@` and, outside of brackets, `\-` are errors there. */
function withoutIdleEscapes(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\(.)|[[\]]/gsu, (match: string, escaped: string | undefined) => {
    if (escaped === undefined) {
      isInClass = match === "[";
      return match;
    }
    const isMeant =
      /[\^$\\.*+?()[\]{}|/dDwWsSbBfnrtv0-9xucpPk]/.test(escaped) || (escaped === "-" && isInClass);
    return isMeant ? match : escaped;
  });
}

function fromPython(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replace(/^\\A/, "^")
    .replace(/\\[zZ]$/, "$");
}
