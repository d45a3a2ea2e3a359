import type { DomainModel } from "@proviso/compiler";
import type { Catalogue } from "./catalogue.ts";
import { frontmatter } from "./frontmatter.ts";
import { code, joined, link, paragraphs, phrase, text } from "../../text/markdown.ts";
import type { Render } from "../../templates/render-template.ts";
import type { TemplateView } from "../../templates/view.ts";
import { groupRow, overviewHead, type DocsPage, toolRow } from "./page.ts";
import { domainPage, permissionPage, relativePath } from "./page-paths.ts";

export function domainsPage(all: Catalogue): DocsPage {
  const overview = "tools/index.md";
  return {
    path: overview,
    template: "groups",
    view: {
      frontmatter: overviewHead("All tools", "Every tool, grouped by domain."),
      intro: phrase`Every tool belongs to one domain: a part of the product with one contract file.`,
      heading: phrase`Domain`,
      groups: domainRows(all, overview),
    },
  };
}

/** A line for each domain. A file that only shares types or permissions is none. */
export function domainRows(all: Catalogue, from: string): TemplateView {
  const domains = all.domains.filter(({ count }) => count > 0);
  return domains.map(({ name, description, count }) =>
    groupRow(from, {
      path: domainPage(name),
      name: code(name),
      meaning: text(description),
      count,
    }),
  );
}

export function domainPageOf(domain: DomainModel, render: Render): DocsPage {
  const path = domainPage(domain.name);
  return {
    path,
    template: "domain",
    view: {
      frontmatter: frontmatter({
        title: domain.name,
        description: domain.description,
        label: "Overview",
        order: 0,
        source: domain.file,
      }),
      description: paragraphs(domain.description),
      source: code(domain.file),
      rows: joined(
        domain.tools.map((tool) => render("tool-row", toolRow(path, tool))),
        "\n",
      ),
      permissions: Object.entries(domain.permissions).map(([name, meaning]) => ({
        name: link(code(name), relativePath(path, permissionPage(name))),
        meaning: text(meaning),
      })),
    },
  };
}
