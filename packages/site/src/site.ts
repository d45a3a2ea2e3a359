import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import type { StarlightUserConfig } from "@astrojs/starlight/types";
import type { AstroIntegration, AstroUserConfig } from "astro";
import { labelCells, markRisks, resolveLinks } from "./markdown/markdown-plugins.ts";

/** Where a site's pages come from, and what Starlight shows around them. Paths are absolute. */
export interface SiteSettings extends Pick<
  StarlightUserConfig,
  "title" | "description" | "favicon" | "sidebar"
> {
  /** The folder of the pages that `proviso generate` writes. */
  readonly docs: string;
  /** The folder of the project; contracts and `package.json` are read there. */
  readonly project: string;
  /** Folders with pages. Of two pages with one address the later folder's is shown. */
  readonly pages: readonly string[];
  /** Where the site will be, such as `https://docs.example.com`: without it there is no sitemap and no picture of a page. */
  readonly site?: string | undefined;
}

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** The configuration of Astro for a site about tools. */
export function siteConfig({ docs, project, pages, site, ...settings }: SiteSettings): AstroUserConfig {
  return {
    ...(site === undefined ? {} : { site }),
    trailingSlash: "always",
    devToolbar: { enabled: false },
    markdown: {
      // Contract text is shown as it is written: no curly quotes, no dashes made of hyphens.
      processor: satteri({
        hastPlugins: [resolveLinks(docs), markRisks, labelCells],
        features: { smartPunctuation: false },
      }),
    },
    integrations: [
      starlight({
        ...settings,
        customCss: ["site", "find", "tool", "pictures"].map((name) => `${source}styles/${name}.css`),
        components: {
          Head: `${source}components/Head.astro`,
          MarkdownContent: `${source}components/MarkdownContent.astro`,
          PageTitle: `${source}components/PageTitle.astro`,
        },
        markdown: { processedDirs: [docs, ...pages] },
        // A code block that scrolls is a landmark without a name, and on a phone it hides the end of each line.
        expressiveCode: { defaultProps: { wrap: true } },
        routeMiddleware: `${source}find/page-route.ts`,
        // A tool that is named as the search asks comes first.
        pagefind: { ranking: { metaWeights: { title: 5, name: 40 } } },
        disable404Route: true,
        credits: false,
      }),
      siteRoutes,
    ],
    vite: { plugins: [settingsModule({ docs, project, pages })] },
  };
}

const patterns = [
  "404",
  "addresses.json",
  "llms.txt",
  "llms-full.txt",
  "[...page].md",
  "review/[owner]",
  "review/[owner].csv",
];

const siteRoutes: AstroIntegration = {
  name: "@proviso/site",
  hooks: {
    "astro:config:setup": ({ injectRoute }) => {
      for (const pattern of patterns) {
        const ending = /\.\w+$/.test(pattern) ? "ts" : "astro";
        injectRoute({ pattern, entrypoint: resolve(source, `routes/${pattern}.${ending}`), prerender: true });
      }
    },
  },
};

/** The module `virtual:proviso-site`. */
function settingsModule(values: Pick<SiteSettings, "docs" | "project" | "pages">) {
  const id = "virtual:proviso-site";
  return {
    name: "proviso-site-settings",
    resolveId: (asked: string) => (asked === id ? `\0${id}` : undefined),
    load: (asked: string) =>
      asked === `\0${id}`
        ? Object.entries(values)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join("\n")
        : undefined,
  };
}
