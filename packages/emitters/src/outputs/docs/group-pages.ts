import { type Catalogue, listedIn } from "./catalogue.ts";
import { code, phrase, text } from "../../markdown/markdown.ts";
import { type Group, groupRow, overviewHead, type Page, toolListPage } from "./page.ts";
import { categoryPage, noPermissionPage, permissionPage } from "./page-paths.ts";

export function categoryPages(all: Catalogue): readonly Page[] {
  const groups = all.categories.map((category) => {
    const path = categoryPage(category);
    const tools = listedIn(all, path);
    const domains = tools.rows.length;
    const meaning = phrase`Tools of the category ${code(category)}, from ${domains} ${domains === 1 ? text("domain") : text("domains")}.`;
    return { path, title: category, name: text(category), meaning, tools };
  });
  return withOverview("by-category/index.md", "By category", "Every tool by its category.", groups);
}

export function permissionPages(all: Catalogue): readonly Page[] {
  const groups = [...all.permissions].map(([permission, meaning]) => ({
    path: permissionPage(permission),
    title: permission,
    name: code(permission),
    meaning: text(meaning),
    tools: listedIn(all, permissionPage(permission)),
  }));
  const open = {
    path: noPermissionPage,
    title: "No permission needed",
    name: text("No permission needed"),
    meaning: phrase`Tools that every caller may use.`,
    tools: listedIn(all, noPermissionPage),
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
      groups: groups.map((group) => groupRow(path, group)),
    },
  };
  return [overview, ...groups.map((group, index) => toolListPage(group, index + 1))];
}
