import type { APIRoute } from "astro";
import { allPages } from "../find/all-pages.ts";
import { pageMarkdown } from "../find/page-markdown.ts";

/** All pages in one file, for agents, which cannot call a forbidden tool. Lists of tools say only what the tools' pages say. */
export const GET: APIRoute = async () => {
  const pages = (await allPages()).filter(({ id, risk }) => risk !== "forbidden" && !id.startsWith("by-"));
  const text = pages.map((page) => pageMarkdown(page, import.meta.env.BASE_URL)).join("\n");
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
};
