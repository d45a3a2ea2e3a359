import type { APIRoute } from "astro";
import { getEntry, render } from "astro:content";
import MiniSearch from "minisearch";
import { holders, roles } from "virtual:proviso-site";
import { holderWords } from "../agents/holders.ts";
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
      const { asked, people, permissions } = page.tool ?? {};
      const heldBy = (asked || people) && holderWords(people ?? permissions ?? []);
      return { ...page, href, heldBy, headings: entry ? (await render(entry)).headings : [] };
    }),
  );
  // Pages that are no Markdown have fixed places in the sidebar.
  const fixed = toolPages.flatMap((item): readonly SearchedPage[] => {
    if (typeof item !== "object" || !("link" in item)) return [];
    const { link, label } = item;
    const [description = "", ...answers] = answeredBy[link] ?? [];
    const href = pageUrl(link.slice(1));
    return [{ ...noPage, id: link.slice(1, -1), href, title: label, description, answers }];
  });
  const index = new MiniSearch(searchOptions);
  index.addAll(searchDocuments([...pages, ...fixed]));
  return Response.json(index);
};

const noPage = { path: "", body: "", tool: undefined, headings: [] };

/** What pages without Markdown are about, and the questions that they answer. */
const answeredBy: Readonly<Record<string, readonly [about: string, ...answers: string[]]>> = {
  "/agents/": [
    "Tick the permissions that an agent holds, and see which tools it reaches, who is asked, and how private data could leak.",
    "Can an agent spend money without asking?",
    "What would another permission add?",
    "Is there a lethal trifecta?",
    // As the buttons of the page.
    ...Object.keys(roles).map((name) => `What can the role ${name} do?`),
    ...Object.keys(holders ?? {})
      .slice(0, 12)
      .map((name) => `What can ${name} do?`),
  ],
  "/at-a-glance/": [
    "Three pictures of all tools: what flows where, which effect has which risk, and which permission opens which tool.",
    "How safe are the tools together?",
    "Which data is sent where?",
  ],
  "/review/": [
    "The tools of each owner, to review, print and sign. Each row says the limit of its tool, or that it has none.",
    "Which tools must I sign off?",
  ],
};
