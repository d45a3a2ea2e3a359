import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";
import { call } from "../calls/tool-call.ts";
import { calls } from "../calls/calls-loader.ts";
import { pageFacts } from "../facts/page-facts.ts";
import { type MorePages, sitePages } from "./site-pages.ts";

export type { MarkdownPage } from "../markdown/markdown-page.ts";

/** What `src/content.config.ts` of a site exports as `collections`. */
export function siteCollections(
  more?: MorePages,
): Readonly<Record<"calls" | "docs", ReturnType<typeof defineCollection>>> {
  return {
    calls: defineCollection({ loader: calls, schema: call }),
    docs: defineCollection({
      loader: sitePages(more),
      schema: docsSchema({
        extend: z.object({
          tool: pageFacts.optional(),
          /** Questions that the page answers, in the words of readers: the search finds it by them. */
          answers: z.array(z.string()).optional(),
          /** Lists by safety that the page explains, such as `high`: their pages link to it. */
          explains: z.array(z.string()).optional(),
          /** Name to meaning. */
          permissions: z.record(z.string(), z.string()).optional(),
        }),
      }),
    }),
  };
}
