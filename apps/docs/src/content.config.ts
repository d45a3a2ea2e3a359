import { readFile } from "node:fs/promises";
import { relative } from "node:path/posix";
import { docsSchema } from "@astrojs/starlight/schema";
import { type DataStore, glob, type Loader } from "astro/loaders";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";
import { changePages, codes, explain } from "proviso/explain";
import { loadPage, type MarkdownPage } from "./markdown/markdown-page.ts";
import { call, calls } from "./calls/calls-loader.ts";
import { generatedDocs, pageId } from "./markdown/page-id.ts";

const asked = z.enum(["never", "sometimes", "always"]);

/** The front matter of a tool's page. A forbidden tool has only the first fields. */
const tool = z.object({
  name: z.string(),
  riskLevel: z.enum(["low", "medium", "high", "critical", "forbidden"]),
  domain: z.string(),
  category: z.string(),
  owner: z.string().optional(),
  readOnly: z.boolean().default(false),
  destructive: z.boolean().default(false),
  idempotent: z.boolean().default(false),
  openWorld: z.boolean().default(false),
  agentic: z.boolean().default(false),
  does: z.array(z.string()).default([]),
  /** Absent if nothing changes. */
  canBeUndone: z.boolean().optional(),
  leavesSystem: z.boolean().default(false),
  readsPrivate: z.boolean().default(false),
  returnsUntrusted: z.boolean().default(false),
  asked: z.object({ server: asked, test: asked, live: asked }).optional(),
  permissions: z.array(z.string()).default([]),
  requirements: z.array(z.string()).default([]),
  dryRun: z.enum(["none", "supported", "required"]).default("none"),
  stepUp: z.enum(["never", "always", "when"]).default("never"),
  sendsUnasked: z.boolean().default(false),
  effects: z
    .array(
      z.object({ kind: z.string(), description: z.string(), reversible: z.boolean(), external: z.boolean() }),
    )
    .default([]),
  hash: z.string().default(""),
});
export type PageFacts = z.infer<typeof tool>;

const generated = glob({
  base: generatedDocs,
  // The explorer, a page of our own, lists all tools.
  pattern: ["**/*.md", "!README.md", "!tools/index.md"],
  generateId: ({ entry }) => pageId(entry),
});
const own = glob({ base: "src/content/docs", pattern: "**/*.mdx", generateId: ({ entry }) => pageId(entry) });

/** Reads the generated pages in place. Starlight builds its sidebar from paths inside the site, so they get such a path. */
const docs: Loader = {
  name: "proviso-docs",
  async load(context) {
    await generated.load({ ...context, store: part(context.store, ".md") });
    await own.load({ ...context, store: part(context.store, ".mdx") });
    for (const page of [
      await languagePage(context.config.root),
      ...codes.map(diagnosticPage),
      ...changePages(),
    ])
      await loadPage(page, context);
  },
};

/** A loader deletes pages that it does not find, so each loader sees only its own kind of file. */
function part(store: DataStore, ending: string): DataStore {
  const ids = store.entries().flatMap(([id, { filePath }]) => (filePath?.endsWith(ending) ? [id] : []));
  const set: DataStore["set"] = (entry) =>
    store.set(entry.filePath ? { ...entry, filePath: sitePath(entry.filePath) } : entry);
  return { ...store, keys: () => ids, set };
}

async function languagePage(root: URL): Promise<MarkdownPage> {
  const url = new URL("../../packages/compiler/LANGUAGE.md", root);
  return { id: "language", markdown: await readFile(url, "utf8") };
}

/** What `proviso explain CODE` prints. */
function diagnosticPage(code: string): MarkdownPage {
  const [, label = code] = code.split("/");
  return { id: `diagnostics/${code}`, markdown: explain(code) ?? "", label };
}

/** Converts a path relative to the site; generated pages are outside it. */
function sitePath(filePath: string): string {
  const path = relative(generatedDocs, filePath);
  return path.startsWith("..") ? filePath : `src/content/docs/${path}`;
}

export const collections = {
  calls: defineCollection({ loader: calls, schema: call }),
  docs: defineCollection({
    loader: docs,
    schema: docsSchema({
      extend: z.object({
        tool: tool.optional(),
        /** Name to meaning. */
        permissions: z.record(z.string(), z.string()).optional(),
      }),
    }),
  }),
};
