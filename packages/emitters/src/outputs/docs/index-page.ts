import { riskLevels } from "@proviso/manifest";
import type { TemplateView } from "../../templates/view.ts";
import { type Catalogue, listedIn } from "./catalogue.ts";
import { riskMeanings } from "./describe.ts";
import { exceptionRows } from "./exceptions.ts";
import { frontmatter } from "./frontmatter.ts";
import { link, text } from "../../text/markdown.ts";
import { domainRows } from "./domain-pages.ts";
import type { DocsPage } from "./page.ts";
import { safetyPage } from "./page-paths.ts";
import { riskTitles } from "./safety-pages.ts";

export function indexPage(all: Catalogue, product: string): DocsPage {
  const path = "index.md";
  return {
    path,
    template: "index",
    view: {
      frontmatter: frontmatter({
        title: `${product} tools`,
        description: `Every tool of ${product}.`,
        label: "Overview",
        order: 0,
      }),
      product: text(product),
      exceptions: exceptionRows(all, path),
      counts: [
        overviewCountRow("tools/index.md", "tools", all.count),
        overviewCountRow("tools/index.md", "domains", all.domains.filter(({ count }) => count > 0).length),
        overviewCountRow("by-category/index.md", "categories", all.categories.length),
        overviewCountRow("by-permission/index.md", "permissions", all.permissions.size),
        overviewCountRow("failure-modes/index.md", "failure modes", all.failureModes.size),
      ],
      levels: riskLevels.map((level) => ({
        name: link(text(riskTitles[level]), safetyPage(level)),
        count: listedIn(all, safetyPage(level)).length,
        meaning: riskMeanings[level],
      })),
      domains: domainRows(all, path),
    },
  };
}

function overviewCountRow(target: string, label: string, count: number): TemplateView {
  return { label: link(text(label), target), count };
}
