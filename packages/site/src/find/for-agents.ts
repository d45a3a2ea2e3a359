import type { SitePage } from "./all-pages.ts";

/** The head of a table of tools without a row. */
const emptyTable = /^\| Tool \|.*\n\|[ :|-]*\|$(?!\n\|)/gm;

/**
 * The pages as agents read them: without the pages of forbidden tools, and without the lines of other pages that name one. A table
 * that had no other rows reads as if there were no such tool. The error for a forbidden tool is that for an unknown one, so no text
 * made for agents tells that there is such a tool.
 */
export function forAgents(pages: readonly SitePage[]): readonly SitePage[] {
  const forbidden = pages.flatMap(({ tool }) => (tool?.riskLevel === "forbidden" ? [tool.name] : []));
  const names = forbidden.flatMap((name) => [name, name.replace(".", "_"), name.replace(".", "/")]);
  const isNamed = (line: string): boolean => names.some((name) => line.includes(name));
  return pages
    .filter(({ tool }) => tool?.riskLevel !== "forbidden")
    .map((page) => ({
      ...page,
      body: page.body
        .split("\n")
        .filter((line) => !isNamed(line))
        .join("\n")
        .replaceAll(emptyTable, "There is no such tool."),
    }));
}
