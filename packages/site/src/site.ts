import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import type { StarlightUserConfig } from "@astrojs/starlight/types";
import type { AstroUserConfig } from "astro";
import { labelCells, markRisks } from "./markdown/table-cells.ts";
import { resolveLinks } from "./markdown/resolve-links.ts";
import { readLedger } from "./project/read-ledger.ts";
import { readTried } from "./project/read-tried.ts";
import { readUsed } from "./project/read-used.ts";
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
  /** A report that `proviso verify --format json` has written: pages of tools say how their clauses were tried. */
  readonly verified?: string | undefined;
  /** What `proviso gateway --ledger --json` has printed: pages of tools say what holds behind the gateway. */
  readonly ledger?: string | undefined;
  /** Sums that `proviso audit export --format use` has written: pages of tools and the explorer say what was called. */
  readonly used?: string | undefined;
}

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** The configuration of Astro for a site about tools. */
export function siteConfig(settings: SiteSettings): AstroUserConfig {
  const {
    docs,
    project,
    pages,
    site,
    base = "/",
    customCss = [],
    verified,
    used,
    ledger,
    ...shown
  } = settings;
  const hasHome = pages.some((folder) =>
    ["index.md", "index.mdx"].some((name) => existsSync(join(folder, name))),
  );
  return {
    base,
    ...(site === undefined ? {} : { site }),
    trailingSlash: "always",
    devToolbar: { enabled: false },
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
      plugins: [settingsModule({ title: shown.title, docs, project, pages, verified, used, ledger })],
      // Astro would leave this one to be found from the site's folder, where another package may have put an older version.
      resolve: { noExternal: ["cookie"] },
    },
  };
}

/** The module `virtual:proviso-site`. */
function settingsModule({
  verified,
  used: exported,
  ledger: printed,
  ...values
}: Pick<SiteSettings, "title" | "docs" | "project" | "pages" | "verified" | "used" | "ledger">) {
  const id = "virtual:proviso-site";
  return {
    name: "proviso-site-settings",
    resolveId: (asked: string) => (asked === id ? `\0${id}` : undefined),
    async load(asked: string) {
      if (asked !== `\0${id}`) return undefined;
      // The program reads its own files, so no bundle of pages may hold it.
      const { projectReachOf } = await import("proviso/proof-page");
      const tried = verified === undefined ? {} : await readTried(verified);
      const used = exported && (await readUsed(exported));
      const ledger = printed === undefined ? {} : await readLedger(printed);
      return Object.entries({ ...values, tried, used, ledger, ...(await projectReachOf(values.project)) })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}
