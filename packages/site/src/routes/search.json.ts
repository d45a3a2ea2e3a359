import type { APIRoute } from "astro";
import { getEntry, render } from "astro:content";
import MiniSearch from "minisearch";
import { allPages } from "../find/all-pages.ts";
import { pageUrl } from "../markdown/page-url.ts";
import { toolPages } from "../program/sidebar.ts";
import { searchDocuments, type SearchedPage } from "../search/search-documents.ts";
import { searchOptions } from "../search/search-words.ts";

/** The index of the search, which a page loads when the search is opened. */
export const GET: APIRoute = async () => {
  const pages = await Promise.all(
    (await allPages()).map(async (page): Promise<SearchedPage> => {
      const href = pageUrl(page.id === "index" ? "" : `${page.id}/`);
      const entry = page.tool ? undefined : await getEntry("docs", page.id);
      return { ...page, href, headings: entry ? (await render(entry)).headings : [] };
    }),
  );
  // Pages that are no Markdown have fixed places in the sidebar.
  const fixed = toolPages.flatMap((item): readonly SearchedPage[] =>
    typeof item === "object" && "link" in item
      ? [
          {
            ...noPage,
            id: item.link.slice(1, -1),
            href: pageUrl(item.link.slice(1)),
            title: item.label,
            answers: answeredBy[item.link] ?? [],
          },
        ]
      : [],
  );
  const index = new MiniSearch(searchOptions);
  index.addAll(searchDocuments([...pages, ...fixed]));
  return Response.json(index);
};

const noPage = { path: "", description: "", body: "", tool: undefined, headings: [] };

/** Questions that pages without Markdown answer. */
const answeredBy: Readonly<Record<string, readonly string[]>> = {
  "/agents/": [
    "Can an agent spend money without asking?",
    "What would another permission add?",
    "Is there a lethal trifecta?",
  ],
  "/at-a-glance/": ["How safe are the tools together?", "Which data is sent where?"],
  "/review/": ["Which tools must I sign off?", "Which tools have no limit?"],
};
