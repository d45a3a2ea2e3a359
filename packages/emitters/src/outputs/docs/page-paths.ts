import type { ToolContract } from "@proviso/manifest";
import { portableName, tildeHex } from "../../naming/portable-name.ts";

/** A file name for a contract's name: lower case, portable, and different for different names. */
export function slug(name: string): string {
  const safe = name.replaceAll(/[^a-z0-9_:-]/g, tildeHex).replaceAll(":", ".");
  return safe === "index" ? "~69ndex" : portableName(safe);
}

/** Where the page of a tool is, relative to the root of the documentation. */
export function toolPage(tool: Pick<ToolContract, "name" | "domain">): string {
  return `tools/${slug(tool.domain)}/${slug(tool.name.slice(tool.domain.length + 1))}.md`;
}

export function domainPage(domain: string): string {
  return `tools/${slug(domain)}/index.md`;
}

/** The page that lists a tool by its risk level, or by what it can do. */
export function safetyPage(group: string): string {
  return `by-safety/${group}.md`;
}

export const permissionsPage = "by-permission/index.md";
export const categoriesPage = "by-category/index.md";
export const failuresPage = "failure-modes/index.md";

// Anchors in headings have a dot: the ids that renderers derive from headings have none.

export const noPermissionPage: string = `${permissionsPage}#no.permission`;

export function permissionPage(permission: string): string {
  return `${permissionsPage}#${slug(permission)}`;
}

export function categoryPage(category: string): string {
  return `${categoriesPage}#category.${slug(category)}`;
}

export function failurePage(failureCode: string): string {
  return `${failuresPage}#${slug(failureCode)}`;
}

/** The anchor of an address on a page. */
export function anchorOf(address: string): string {
  return address.slice(address.indexOf("#") + 1);
}

/** The link from one page to another. A page that lists a thousand tools asks a thousand times. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [from.split("/"), to.split("/")];
  const folders = here.length - 1;
  let same = 0;
  while (same < folders && same < there.length - 1 && here[same] === there[same]) same += 1;
  return "../".repeat(folders - same) + there.slice(same).join("/");
}
