/** The address of a page on the site, from its path in its folder: `index` is the folder itself. */
export function pageId(path: string): string {
  // Both folders have a start page; the site's own is the home page.
  if (path === "index.md") return "overview";
  return path.replace(/\.mdx?$/, "").replace(/\/index$/, "");
}
