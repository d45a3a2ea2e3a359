import type { APIRoute, GetStaticPaths } from "astro";
import { allPages } from "../find/all-pages.ts";
import { forAgents } from "../find/for-agents.ts";
import { markdownAddress, type PageText, pageMarkdown } from "../find/page-markdown.ts";

/** Each page as Markdown, for agents. */
export const getStaticPaths = (async () =>
  forAgents(await allPages()).map((page) => ({
    params: { page: markdownAddress(page.id, "").slice(0, -".md".length) },
    props: { page },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly page: PageText }> = ({ props }) =>
  new Response(pageMarkdown(props.page, import.meta.env.BASE_URL), {
    headers: { "content-type": "text/markdown; charset=utf-8" },
  });
