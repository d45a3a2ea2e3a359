import { riskLevels } from "@proviso/manifest";
import type { View } from "../render-template.ts";
import type { Catalogue } from "./catalogue.ts";
import { riskMeanings } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import { code, link, text } from "./markdown.ts";
import { groupRow, type Page } from "./page.ts";
import { domainPage } from "./page-paths.ts";
import { riskTitles } from "./safety-pages.ts";

export function indexPage(all: Catalogue, product: string): Page {
  const path = "index.md";
  const line = (target: string, label: string, count: number): View => ({
    label: link(text(label), target),
    count,
  });
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
      counts: [
        line("tools/index.md", "tools", all.tools.length),
        line("tools/index.md", "domains", all.domains.length),
        line("by-category/index.md", "categories", all.byCategory.size),
        line("by-permission/index.md", "permissions", all.permissions.size),
        line("failure-modes/index.md", "failure modes", all.byFailure.size),
      ],
      levels: riskLevels.map((level) => ({
        name: link(text(riskTitles[level]), `by-safety/${level}.md`),
        count: all.tools.filter((tool) => tool.riskLevel === level).length,
        meaning: riskMeanings[level],
      })),
      domains: all.domains.map((domain) =>
        groupRow(
          path,
          domainPage(domain.name),
          code(domain.name),
          domain.tools.length,
          text(domain.description),
        ),
      ),
    },
  };
}
