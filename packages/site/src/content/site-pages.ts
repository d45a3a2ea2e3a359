import { realpathSync } from "node:fs";
import { relative } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { type DataStore, glob, type Loader, type LoaderContext } from "astro/loaders";
import { docs, pages, project } from "virtual:proviso-site";
import { sourceUrl } from "../calls/source-url.ts";
import { loadPage, type MarkdownPage } from "../markdown/markdown-page.ts";
import { pageId } from "../markdown/page-id.ts";
import { proofSlug } from "../program/sidebar.ts";
import { readProjectFile } from "../project/read-project-file.ts";

/** Pages that are no files of the site. */
export type MorePages = (root: URL) => Promise<readonly MarkdownPage[]>;

/** Reads pages in place: those generated from contracts, those of `pages`, and more. Starlight builds its sidebar from paths inside the site, so each gets such a path. */
export function sitePages(more: MorePages = async () => []): Loader {
  return {
    name: "proviso-pages",
    async load(context) {
      const found = new Set<string>();
      // The explorer, a page of the site, lists all tools.
      await loadFolder(docs, ["**/*.md", "!README.md", "!tools/index.md"], { context, found });
      for (const folder of pages) await loadFolder(folder, ["**/[^_]*.{md,mdx}"], { context, found });
      // The program reads its own files, so no bundle of pages may hold it.
      const { proofPageOf } = await import("proviso/proof-page");
      const proof = await proofPageOf(project);
      // A page of Proviso's own site.
      const guide = found.has("prove")
        ? "\n\n[Prove what no call can do](/prove/) explains the sentences."
        : "";
      const proved = proof === undefined ? [] : [{ id: proofSlug, markdown: proof + guide }];
      for (const page of [...proved, ...(await more(context.config.root))]) {
        found.add(page.id);
        await loadPage(page, context);
      }
      for (const id of context.store.keys()) if (!found.has(id)) context.store.delete(id);
    },
  };
}

interface Loading {
  readonly context: LoaderContext;
  /** The addresses of pages that still exist. */
  readonly found: Set<string>;
}

/** Loads the pages of a folder, and in development again when one changes. */
async function loadFolder(
  folder: string,
  pattern: readonly string[],
  { context, found }: Loading,
): Promise<void> {
  const { store, config } = context;
  const packageJson = (await readProjectFile("package.json")) ?? "{}";
  const generateId = ({ entry }: { readonly entry: string }): string => {
    const id = pageId(entry);
    found.add(id);
    return id;
  };
  const set: DataStore["set"] = (entry) => {
    if (entry.filePath === undefined) return store.set(entry);
    const file = fileURLToPath(new URL(entry.filePath, config.root));
    const filePath = sitePath(entry.filePath, relative(folder, file));
    const inProject = relative(project, realpathSync(file));
    // Nobody edits a generated page, or one that comes from a package.
    const isOwn = folder !== docs && !/^\.\.|node_modules/.test(inProject);
    const source = (isOwn && sourceUrl(packageJson, inProject)) || false;
    const editUrl = entry.data["editUrl"] === true ? source : entry.data["editUrl"];
    return store.set({ ...entry, filePath, data: { ...entry.data, editUrl } });
  };
  // A loader deletes the pages that it does not find, so each sees none.
  const part = { ...store, keys: () => [], set };
  await glob({ base: folder, pattern: [...pattern], generateId }).load({ ...context, store: part });
}

/** A path relative to the site of a page that may be outside it. */
function sitePath(filePath: string, path: string): string {
  return path.startsWith("..") ? filePath : `src/content/docs/${path}`;
}
