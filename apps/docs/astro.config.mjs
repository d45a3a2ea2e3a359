import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { markRisks, resolveLinks } from "./src/markdown/markdown-plugins.ts";
import { generatedDocs } from "./src/markdown/page-id.ts";

export default defineConfig({
  trailingSlash: "always",
  // A build of another product's pages keeps nothing that this one would read.
  cacheDir: process.env["PROVISO_SITE_CACHE"] ?? "node_modules/.astro",
  devToolbar: { enabled: false },
  markdown: {
    // Contract text is shown as it is written: no curly quotes, no dashes made of hyphens.
    processor: satteri({ hastPlugins: [resolveLinks, markRisks], features: { smartPunctuation: false } }),
  },
  integrations: [
    starlight({
      title: "Backoffice tools",
      description: "Every tool of the backoffice, as its contract says it.",
      favicon: "/favicon.svg",
      customCss: ["./src/styles/site.css"],
      components: { Head: "./src/components/Head.astro", PageTitle: "./src/components/PageTitle.astro" },
      markdown: { processedDirs: [generatedDocs] },
      pagination: false,
      credits: false,
      sidebar: [
        {
          label: "Start here",
          items: [
            { slug: "your-own-project" },
            { slug: "develop" },
            { slug: "read-a-contract" },
            { slug: "import-a-server" },
            { slug: "compare-contracts" },
            { slug: "accept-changes" },
            { slug: "review-in-ci" },
            { slug: "generated-code" },
            { slug: "how-a-call-is-enforced" },
            { slug: "approvals" },
            { slug: "who-calls" },
            { slug: "run-a-server" },
            { slug: "guard-an-agent" },
            { slug: "clients" },
            { slug: "versus" },
            { slug: "the-audit-trail" },
            { slug: "statements", label: "The sources' statements" },
            { slug: "overview", label: "What there is" },
          ],
        },
        { label: "By safety", items: [{ autogenerate: { directory: "by-safety" } }] },
        {
          label: "By other facts",
          items: [{ slug: "by-category" }, { slug: "by-permission" }, { slug: "failure-modes" }],
        },
        { label: "Tools", items: [{ autogenerate: { directory: "tools", collapsed: true } }] },
        {
          label: "Write contracts",
          collapsed: true,
          items: [
            { slug: "editor" },
            { slug: "language", label: "The contract language" },
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
      ],
    }),
  ],
});
