import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import type { StarlightUserConfig } from "@astrojs/starlight/types";
import type { AstroUserConfig } from "astro";
import { labelCells, markRisks } from "./markdown/table-cells.ts";
import { resolveLinks } from "./markdown/resolve-links.ts";
import { readReports, type Reports } from "./project/read-reports.ts";
import { siteRoutes } from "./program/site-routes.ts";

export { toolsSidebar } from "./program/sidebar.ts";

/** Where a site's pages come from, and what Starlight shows around them. Paths are absolute. */
export interface SiteSettings extends Pick<
  StarlightUserConfig,
  "customCss" | "description" | "favicon" | "logo" | "sidebar"
> {
  readonly title: string;
  /** The folder of the pages that `proviso generate` writes. */
  readonly docs: string;
  /** The folder of the project; contracts and `package.json` are read there. */
  readonly project: string;
  /** Folders with pages. At one address the later folder's wins; `index` is the home page. */
  readonly pages: readonly string[];
  /** The site's address, such as `https://docs.example.com`; needed for sitemap and pictures. */
  readonly site?: string | undefined;
  /** The path under which the site is served; `/` by default. */
  readonly base?: string;
  readonly reports?: Reports | undefined;
}

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** The configuration of Astro for a site about tools. */
export function siteConfig(settings: SiteSettings): AstroUserConfig {
  const { docs, project, pages, site, base = "/", customCss = [], reports = {}, ...shown } = settings;
  const hasHome = pages.some((folder) =>
    ["index.md", "index.mdx"].some((name) => existsSync(join(folder, name))),
  );
  return {
    base,
    ...(site === undefined ? {} : { site }),
    trailingSlash: "always",
    devToolbar: { enabled: false },
    // A small style or script in each page costs more than a file that the browser keeps.
    build: { inlineStylesheets: "never" },
    markdown: {
      // Contract text is shown as it is written: no curly quotes, no dashes made of hyphens.
      processor: satteri({
        hastPlugins: [resolveLinks([docs, ...pages], base), markRisks, labelCells],
        features: { smartPunctuation: false },
      }),
    },
    integrations: [
      starlight({
        ...shown,
        customCss: [
          ...["site", "find", "search", "tool", "pictures"].map((name) => `${source}styles/${name}.css`),
          ...customCss,
        ],
        components: {
          Head: `${source}components/Head.astro`,
          MarkdownContent: `${source}components/MarkdownContent.astro`,
          PageTitle: `${source}components/PageTitle.astro`,
          Search: `${source}components/Search.astro`,
          SocialIcons: `${source}components/DocsLink.astro`,
        },
        markdown: { processedDirs: [docs, ...pages] },
        // A scrolling code block is a landmark without a name, and hides the ends of lines.
        expressiveCode: { defaultProps: { wrap: true } },
        routeMiddleware: `${source}find/page-route.ts`,
        // The search is one of our own: see `search/`.
        pagefind: false,
        disable404Route: true,
        credits: false,
      }),
      siteRoutes(`${source}routes/`, { hasHome, watched: [docs, ...pages] }),
    ],
    vite: {
      build: { assetsInlineLimit: (path: string) => (path.endsWith(".js") ? false : undefined) },
      environments: {
        client: { build: { rolldownOptions: { output: { entryFileNames: "_astro/[hash].js" } } } },
      },
      plugins: [settingsModule({ title: shown.title, docs, project, pages }, reports)],
      // Astro would leave this one to be found from the site's folder, where another package may have put an older version.
      resolve: { noExternal: ["cookie"] },
    },
  };
}

/** The module `virtual:proviso-site`. */
function settingsModule(
  values: Pick<SiteSettings, "title" | "docs" | "project" | "pages">,
  reports: Reports,
) {
  const id = "virtual:proviso-site";
  return {
    name: "proviso-site-settings",
    resolveId: (asked: string) => (asked === id ? `\0${id}` : undefined),
    async load(asked: string) {
      if (asked !== `\0${id}`) return undefined;
      // The program reads its own files, so no bundle of pages may hold it.
      const { projectReachOf } = await import("proviso/proof-page");
      const reach = await projectReachOf(values.project);
      const known = new Set(reach.reaches.flatMap(({ permissions }) => permissions));
      return Object.entries({ ...values, ...reach, ...(await readReports(reports, known)) })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}
