/** Corrects a pattern for JavaScript's Unicode mode, which JSON Schema requires; undefined if that is not possible. */
export function fixPattern(pattern: string): string | undefined {
  // Python's forms first: without its escape, `\A` would be the letter.
  const inJavaScript = fromPython(pattern);
  return [pattern, inJavaScript, withoutIdleEscapes(inJavaScript)].find(isPattern);
}

function isPattern(pattern: string): boolean {
  try {
    void new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** In Unicode mode, only syntax characters may be escaped: `\@` is an error and, outside of brackets, `\-` too. */
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
