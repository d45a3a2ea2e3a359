/** The folder of the generated pages, relative to the site. `PROVISO_DOCS` names that of another product. */
export const generatedDocs: string = process.env["PROVISO_DOCS"] ?? "../../packages/generated/docs";

/** The folder of the project whose tools are shown, relative to the site: its contracts are there. */
export const projectFolder: string = process.env["PROVISO_PROJECT"] ?? "../..";

/** The address of a page on the site, from its path in its folder: `index` is the folder itself. */
export function pageId(path: string): string {
  // Both folders have a start page; the site's own is the home page.
  if (path === "index.md") return "overview";
  return path.replace(/\.mdx?$/, "").replace(/\/index$/, "");
}
