import { watch } from "node:fs";
import type { AstroIntegration } from "astro";
import { stagesInPage } from "../try/in-page/stages-in-page.ts";

/** The pages and files that are no Markdown, by their address, and the modules that make them. */
const routes = {
  "404": "404.astro",
  "search.json": "search.json.ts",
  "llms.txt": "llms.txt.ts",
  "llms-full.txt": "llms-full.txt.ts",
  "[...page].md": "[...page].md.ts",
  "[...page]/label.[type]": "label.ts",
  "[...page]/try.json": "try.json.ts",
  tools: "tools.astro",
  agents: "agents.astro",
  "at-a-glance": "at-a-glance.astro",
  review: "review/index.astro",
  "review/[owner]": "review/[owner].astro",
  "review/[owner].csv": "review/[owner].csv.ts",
} as const;

interface RouteOptions {
  /** Whether the site has a home page of its own. */
  readonly hasHome: boolean;
  /** The folders whose pages are read again when one changes. */
  readonly watched: readonly string[];
}

/** Adds the pages of `routes` to a site, and lets the stages of a server run in pages. */
export function siteRoutes(folder: string, { hasHome, watched }: RouteOptions): AstroIntegration {
  return {
    name: "@proviso/site",
    hooks: {
      "astro:config:setup": ({ injectRoute, addMiddleware, updateConfig }) => {
        updateConfig({ vite: stagesInPage() });
        addMiddleware({ entrypoint: `${folder}../listing/lighter-pages.ts`, order: "post" });
        for (const [pattern, file] of Object.entries(hasHome ? routes : { ...routes, "/": "index.astro" }))
          injectRoute({ pattern, entrypoint: folder + file, prerender: true });
      },
      "astro:server:setup": ({ server, refreshContent }) => {
        let timer: NodeJS.Timeout | undefined;
        const reload = (): void => {
          clearTimeout(timer);
          timer = setTimeout(() => void refreshContent?.({}), 50);
        };
        const watchers = watched.map((each) => watch(each, { recursive: true }, reload));
        server.httpServer?.once("close", () => watchers.forEach((watcher) => watcher.close()));
      },
    },
  };
}
