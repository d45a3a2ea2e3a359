import type { Catalogue } from "./catalogue.ts";
import { code, phrase, text } from "./markdown.ts";
import { type Group, groupRow, overviewHead, type Page, toolListPage } from "./page.ts";
import { categoryPage, permissionPage } from "./page-paths.ts";

export function categoryPages(all: Catalogue): readonly Page[] {
  const groups = [...all.byCategory].map(([category, tools]) => {
    const domains = [...new Set(tools.map((tool) => tool.domain))];
    const meaning = phrase`Tools of the category ${code(category)}, from ${domains.length} ${domains.length === 1 ? text("domain") : text("domains")}.`;
    return { path: categoryPage(category), title: category, name: text(category), meaning, tools };
  });
  return withOverview("by-category/index.md", "By category", "Every tool by its category.", groups);
}

export function permissionPages(all: Catalogue): readonly Page[] {
  const groups = [...all.byPermission].map(([permission, tools]) => ({
    path: permissionPage(permission),
    title: permission,
    name: code(permission),
    meaning: text(all.permissions.get(permission) ?? ""),
    tools,
  }));
  const open = {
    path: "by-permission/~none.md",
    title: "No permission needed",
    name: text("No permission needed"),
    meaning: phrase`Tools that every caller may use.`,
    tools: all.tools.filter((tool) => tool.permissions.length === 0),
  };
  const description = "Every permission, what it allows, and the tools that need it.";
  return withOverview("by-permission/index.md", "By permission", description, [...groups, open]);
}

function withOverview(
  path: string,
  title: string,
  description: string,
  groups: readonly Group[],
): readonly Page[] {
  const overview: Page = {
    path,
    template: "groups",
    view: {
      frontmatter: overviewHead(title, description),
      intro: text(description),
      heading: text(title.replace("By ", "").replace(/^./, (letter) => letter.toUpperCase())),
      groups: groups.map((group) =>
        groupRow(path, group.path, group.name, group.tools.length, group.meaning),
      ),
    },
  };
  return [overview, ...groups.map((group, index) => toolListPage(group, index + 1))];
}
