/** The words of Markdown, without its marks and addresses. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^#+ |^\s*[-*>] |^:::.*$|\||-{3,}/gm, " ")
    .replaceAll(/(?<![\w`])_([^_`]+)_(?!\w)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\\(?=\W)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
