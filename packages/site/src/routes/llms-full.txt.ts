import type { APIRoute } from "astro";
import { allPages } from "../find/all-pages.ts";
import { forAgents } from "../find/for-agents.ts";
import { pageMarkdown } from "../find/page-markdown.ts";

/** All pages in one file, for agents. Lists of tools say only what the tools' pages say. */
export const GET: APIRoute = async () => {
  const pages = forAgents(await allPages()).filter(({ id }) => !id.startsWith("by-"));
  const text = pages.map((page) => pageMarkdown(page, import.meta.env.BASE_URL)).join("\n");
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
};
