import { type RiskLevel, riskLevels } from "@proviso/manifest";
import type { TemplateView } from "../../templates/view.ts";
import { behaviourGroups } from "./behaviour-groups.ts";
import { type Catalogue, listedIn } from "./catalogue.ts";
import { riskMeanings } from "./describe.ts";
import { exceptionRows } from "./exceptions.ts";
import { joined, type Markdown, text } from "../../text/markdown.ts";
import { type DocsGroup, groupRow, overviewHead, type DocsPage, toolListPage } from "./page.ts";
import { safetyPage } from "./page-paths.ts";

export const riskTitles: Readonly<Record<RiskLevel, string>> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  critical: "Critical risk",
  forbidden: "Forbidden",
};

export function safetyPages(all: Catalogue): readonly DocsPage[] {
  const overview = "by-safety/index.md";
  const group = (slug: string, title: string, meaning: Markdown): DocsGroup => {
    const path = safetyPage(slug);
    return { path, title, name: text(title), meaning, rows: listedIn(all, path) };
  };
  const byLevel = riskLevels.map((level) => group(level, riskTitles[level], riskMeanings[level]));
  const byBehaviour = behaviourGroups.map(({ slug, title, meaning }) => group(slug, title, meaning));
  const rows = (groups: readonly DocsGroup[]): TemplateView =>
    groups.map((each) => groupRow(overview, { ...each, count: each.rows.length }));
  return [
    {
      path: overview,
      template: "by-safety",
      view: {
        frontmatter: overviewHead("By safety", "Every tool by its risk level and by what it can do."),
        exceptions: exceptionRows(all, overview),
        levels: rows(byLevel),
        behaviours: rows(byBehaviour),
        rows: joined(
          all.domains.flatMap(({ count, safetyRows }) => (count > 0 ? safetyRows : [])),
          "\n",
        ),
      },
    },
    ...[...byLevel, ...byBehaviour].map((each, index) => toolListPage(each, index + 1)),
  ];
}
