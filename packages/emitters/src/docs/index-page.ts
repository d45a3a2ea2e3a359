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
        countRow("tools/index.md", "tools", all.tools.length),
        countRow("tools/index.md", "domains", all.domains.length),
        countRow("by-category/index.md", "categories", all.byCategory.size),
        countRow("by-permission/index.md", "permissions", all.permissions.size),
        countRow("failure-modes/index.md", "failure modes", all.byFailure.size),
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

function countRow(target: string, label: string, count: number): View {
  return { label: link(text(label), target), count };
}
