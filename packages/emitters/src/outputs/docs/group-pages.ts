import { type Catalogue, listedIn } from "./catalogue.ts";
import { code, phrase, text } from "../../text/markdown.ts";
import { type DocsPage, sectionsPage } from "./page.ts";
import {
  categoriesPage,
  categoryPage,
  noPermissionPage,
  permissionPage,
  permissionsPage,
} from "./page-paths.ts";

export function categoryIndex(all: Catalogue): DocsPage {
  const groups = all.categories.map((category) => {
    const path = categoryPage(category);
    const domains = all.domains.filter(({ categories }) => categories.includes(category)).length;
    const meaning = phrase`Tools of the category ${code(category)}, from ${domains} ${domains === 1 ? text("domain") : text("domains")}.`;
    return { path, title: category, name: text(category), meaning, rows: listedIn(all, path) };
  });
  return sectionsPage(categoriesPage, "By category", "Every tool by its category.", groups);
}

export function permissionIndex(all: Catalogue): DocsPage {
  const groups = [...all.permissions].map(([permission, meaning]) => ({
    path: permissionPage(permission),
    title: permission,
    name: code(permission),
    meaning: text(meaning),
    rows: listedIn(all, permissionPage(permission)),
  }));
  const open = {
    path: noPermissionPage,
    title: "No permission needed",
    name: text("No permission needed"),
    meaning: phrase`Tools that every caller may use.`,
    rows: listedIn(all, noPermissionPage),
  };
  const description = "Every permission, what it allows, and the tools that need it.";
  return sectionsPage(permissionsPage, "By permission", description, [...groups, open], all.permissions);
}
