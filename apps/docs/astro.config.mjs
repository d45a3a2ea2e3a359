import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { labelCells, markRisks, resolveLinks } from "./src/markdown/markdown-plugins.ts";
import { generatedDocs } from "./src/markdown/page-id.ts";

export default defineConfig({
  trailingSlash: "always",
  // A build of another product's pages keeps nothing that this one would read.
  cacheDir: process.env["PROVISO_SITE_CACHE"] ?? "node_modules/.astro",
  devToolbar: { enabled: false },
  markdown: {
    // Contract text is shown as it is written: no curly quotes, no dashes made of hyphens.
    processor: satteri({
      hastPlugins: [resolveLinks, markRisks, labelCells],
      features: { smartPunctuation: false },
    }),
  },
  integrations: [
    starlight({
      title: "Proviso",
      description: "Contracts for MCP tools: written once, enforced everywhere.",
      favicon: "/favicon.svg",
      customCss: ["./src/styles/site.css", "./src/styles/tool.css", "./src/styles/pictures.css"],
      components: {
        Head: "./src/components/Head.astro",
        MarkdownContent: "./src/components/MarkdownContent.astro",
        PageTitle: "./src/components/PageTitle.astro",
      },
      markdown: { processedDirs: [generatedDocs] },
      // A code block that scrolls is a landmark without a name, and on a phone it hides the end of each line.
      expressiveCode: { defaultProps: { wrap: true } },
      pagination: false,
      credits: false,
      sidebar: [
        {
          label: "Start",
          items: [
            { slug: "what-and-why" },
            { slug: "your-own-project" },
            { slug: "concepts" },
            { slug: "versus" },
            { slug: "faq" },
            { slug: "glossary" },
          ],
        },
        {
          label: "Build",
          items: [
            { slug: "write-a-contract" },
            { slug: "read-a-contract" },
            { slug: "add-a-tool" },
            { slug: "import-a-server" },
            { slug: "write-handlers" },
            { slug: "run-a-server" },
            { slug: "approvals" },
            { slug: "guard-an-agent" },
            { slug: "clients" },
            { slug: "who-calls" },
            { slug: "develop" },
            { slug: "editor" },
            { slug: "generated-code" },
          ],
        },
        {
          label: "Review and operate",
          items: [
            { slug: "review-in-ci" },
            { slug: "compare-contracts" },
            { slug: "accept-changes" },
            { slug: "publish" },
            { slug: "deploy" },
            { slug: "the-audit-trail" },
          ],
        },
        {
          label: "Why it can be trusted",
          items: [
            { slug: "how-a-call-is-enforced" },
            { slug: "security-model" },
            { slug: "statements", label: "The sources' statements" },
          ],
        },
        {
          label: "The language",
          collapsed: true,
          items: [
            { slug: "language", label: "Every field" },
            { slug: "changes" },
            {
              label: "Rules about changes",
              collapsed: true,
              items: [{ autogenerate: { directory: "changes", collapsed: true } }],
            },
            {
              label: "Diagnostics",
              collapsed: true,
              items: [{ autogenerate: { directory: "diagnostics", collapsed: true } }],
            },
          ],
        },
        {
          label: "A sample: the backoffice",
          items: [
            { slug: "overview", label: "What there is" },
            { slug: "at-a-glance" },
            { slug: "agents" },
            { slug: "review" },
            {
              label: "By safety",
              collapsed: true,
              items: [{ autogenerate: { directory: "by-safety" } }],
            },
            {
              label: "By other facts",
              collapsed: true,
              items: [{ slug: "by-category" }, { slug: "by-permission" }, { slug: "failure-modes" }],
            },
            { label: "Tools", items: [{ autogenerate: { directory: "tools", collapsed: true } }] },
          ],
        },
      ],
    }),
  ],
});
