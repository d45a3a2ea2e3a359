/** Contract text in Markdown: shown as written, never as markup. */
export function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&:"']/g, "\\$&");
}

/** Returns contract text in Markdown as code, shown as written. */
export function inlineCode(text: string): string {
  const inner = text.replaceAll(/\s+/g, " ");
  const longest = Math.max(0, ...[...inner.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${inner} ${fence}` : `${fence}${inner}${fence}`;
}
