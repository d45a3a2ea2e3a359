import type { ToolModel } from "@proviso/compiler";
import { isVisible } from "../../naming/project-outline.ts";
import { behaviourGroups } from "./behaviour-groups.ts";
import type { Markdown } from "../../text/markdown.ts";
import { categoryPage, noPermissionPage, permissionPage, safetyPage } from "./page-paths.ts";

/** A tool's row of a table, and the addresses that list it. */
export interface ListedTool {
  readonly row: Markdown;
  readonly isFirst: boolean;
  readonly pages: readonly string[];
}

export function pagesListing(tool: ToolModel): readonly string[] {
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
