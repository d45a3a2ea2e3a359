import { readFile } from "node:fs/promises";
import { docsSchema } from "@astrojs/starlight/schema";
import { glob, type Loader } from "astro/loaders";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";
import { codes, explain } from "proviso/explain";
import { loadPage, type MarkdownPage } from "./markdown-page.ts";
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
  async load(context) {
    const set: typeof context.store.set = (entry) =>
      context.store.set(entry.filePath ? { ...entry, filePath: sitePath(entry.filePath) } : entry);
    await pages.load({ ...context, store: { ...context.store, set } });
    for (const page of [await languagePage(context.config.root), ...codes.map(diagnosticPage)])
      await loadPage(page, context);
  },
};

async function languagePage(root: URL): Promise<MarkdownPage> {
  const url = new URL("../../packages/compiler/LANGUAGE.md", root);
  return { id: "language", markdown: await readFile(url, "utf8") };
}

/** What `proviso explain CODE` prints. */
function diagnosticPage(code: string): MarkdownPage {
  const [, label = code] = code.split("/");
  return { id: `diagnostics/${code}`, markdown: explain(code) ?? "", label };
}

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
