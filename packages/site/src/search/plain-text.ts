/** The words of Markdown, without its marks and addresses. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^#+ |^\s*[-*>] |^:::.*$|[`*|]|-{3,}/gm, " ")
    .replaceAll(/\\(?=\W)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
