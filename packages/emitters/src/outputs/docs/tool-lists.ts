import type { ToolModel } from "@proviso/compiler";
import { isVisible } from "../../naming/project-outline.ts";
import { behaviourGroups } from "./behaviour-groups.ts";
import { joined, type Markdown } from "../../text/markdown.ts";
import { categoryPage, noPermissionPage, permissionPage, safetyPage } from "./page-paths.ts";

/** Tools of a domain that the same pages list. */
export interface DocsToolList {
  readonly count: number;
  /** Rows of a table. */
  readonly rows: Markdown;
  /** The addresses that list exactly these tools of the domain. */
  readonly pages: readonly string[];
}

/** A domain's tools, by the pages that list them: most pages list all or none of them. */
export function toolLists(
  tools: readonly ToolModel[],
  rowOf: (tool: ToolModel) => Markdown,
): readonly DocsToolList[] {
  const listed = new Map<string, Markdown[]>();
  for (const tool of tools) {
    const row = rowOf(tool);
    for (const page of pagesListing(tool)) addToList(listed, page, row);
  }
  const lists = new Map<Markdown, { readonly count: number; readonly pages: string[] }>();
  for (const [page, rows] of listed) {
    const text = joined(rows, "\n");
    const list = lists.get(text);
    if (list) list.pages.push(page);
    else lists.set(text, { count: rows.length, pages: [page] });
  }
  return [...lists].map(([rows, list]) => ({ rows, ...list }));
}

function pagesListing(tool: ToolModel): readonly string[] {
  const { riskLevel, category, people, permissions } = tool;
  const always = [safetyPage(riskLevel), categoryPage(category)];
  // No permission opens a forbidden tool, unless people may call it.
  if (!isVisible(tool)) return people ? [...always, ...permissions.map(permissionPage)] : always;
  return [
    ...always,
    ...behaviourGroups.filter(({ holds }) => holds(tool)).map(({ slug }) => safetyPage(slug)),
    ...(permissions.length > 0 ? permissions.map(permissionPage) : [noPermissionPage]),
  ];
}

function addToList(listed: Map<string, Markdown[]>, page: string, row: Markdown): void {
  const rows = listed.get(page);
  if (rows) rows.push(row);
  else listed.set(page, [row]);
}
