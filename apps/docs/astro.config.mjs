import { fileURLToPath } from "node:url";
import { siteConfig, toolsSidebar } from "@proviso/site";
import { defineConfig } from "astro/config";
import { withPlayground } from "./src/playground/bundle/emitters-in-page.ts";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

const project = folder("../..");

const config = withPlayground({
  ...siteConfig({
    docs: folder("../../packages/generated/docs"),
    project,
    pages: [folder("src/content/docs")],
    reports: {
      verified: folder("src/verified.json"),
      holders: folder("../sample-server/holders.yaml"),
    },
    site: process.env["PROVISO_SITE_URL"],
    title: "Proviso",
    description: "Contracts for MCP tools: written once, enforced everywhere.",
    favicon: "/favicon.svg",
    sidebar: [
      {
        label: "Start",
        items: [
          { slug: "what-and-why" },
          { slug: "playground" },
          { slug: "your-own-project" },
          { slug: "concepts" },
          { slug: "versus" },
          { slug: "benchmarks" },
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
          { slug: "share-types" },
          { slug: "import-a-server" },
          { slug: "guard-a-server" },
          { slug: "what-the-gateway-cannot-know" },
          { slug: "write-handlers" },
          { slug: "steps" },
          { slug: "run-a-server" },
          { slug: "long-lists" },
          { slug: "for-people-who-approve" },
          { slug: "approvals" },
          { slug: "approve-in-the-client" },
          { slug: "the-inbox" },
          { slug: "standing-approvals" },
          { slug: "programs" },
          { slug: "guard-an-agent" },
          { slug: "hosts" },
          { slug: "clients" },
          { slug: "who-calls" },
          { slug: "develop" },
          { slug: "editor" },
          { slug: "your-own-site" },
          { slug: "generated-code" },
        ],
      },
      {
        label: "Review and operate",
        items: [
          { slug: "review-in-ci" },
          { slug: "prove" },
          { slug: "verify" },
          { slug: "compare-contracts" },
          { slug: "replay" },
          { slug: "accept-changes" },
          { slug: "publish" },
          { slug: "deploy" },
          { slug: "many-machines" },
          { slug: "keys" },
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
        label: "Reference",
        collapsed: true,
        items: [
          { slug: "command-line" },
          { slug: "commands" },
          { slug: "language", label: "Every field" },
          { slug: "changes" },
          {
            label: "Rules about changes",
            collapsed: true,
            items: [{ autogenerate: { directory: "changes", collapsed: true } }],
          },
          { slug: "diagnostics" },
        ],
      },
      {
        label: "A sample: the backoffice",
        items: toolsSidebar(project),
      },
    ],
  }),
});

export default defineConfig(config);
