import { docsSchema } from "@astrojs/starlight/schema";
import { glob, type Loader } from "astro/loaders";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";
import { generatedDocs, ownPages, pageId } from "./page-id.ts";

/** What a tool's page says about the tool in its frontmatter. */
const tool = z.object({
  name: z.string(),
  riskLevel: z.enum(["low", "medium", "high", "critical", "forbidden"]),
  asks: z.enum(["never", "always", "when"]),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  openWorld: z.boolean(),
  agentic: z.boolean(),
});

const pages = glob({
  base: "../..",
  pattern: [`${generatedDocs}**/*.md`, `!${generatedDocs}README.md`, `${ownPages}**/*.mdx`],
  generateId: ({ entry }) => pageId(entry),
});

/** Reads the generated pages where they are. Starlight builds its sidebar from paths inside the site, so they get such a path. */
const docs: Loader = {
  name: "proviso-docs",
  load: (context) =>
    pages.load({
      ...context,
      store: {
        ...context.store,
        set: (entry) =>
          context.store.set(entry.filePath ? { ...entry, filePath: sitePath(entry.filePath) } : entry),
      },
    }),
};

function sitePath(filePath: string): string {
  const [, inside] = filePath.split(generatedDocs);
  return inside === undefined ? filePath : `src/content/docs/${inside}`;
}

export const collections = {
  docs: defineCollection({
    loader: docs,
    schema: docsSchema({ extend: z.object({ tool: tool.optional() }) }),
  }),
};
