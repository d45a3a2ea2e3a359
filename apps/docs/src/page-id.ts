/** Where the generated pages are, relative to the root of the repository. */
export const generatedDocs = "packages/generated/docs/";

/** Where the pages written by hand are, relative to the root of the repository. */
export const ownPages = "apps/docs/src/content/docs/";

/** The address of a page on the site: its file's path without the extension, `index` being the folder itself. */
export function pageId(path: string): string {
  const inside = path.replace(generatedDocs, "").replace(ownPages, "");
  // Both folders have a start page; the site's own is the home page.
  if (inside === "index.md") return "overview";
  return inside.replace(/\.mdx?$/, "").replace(/\/index$/, "");
}
