import type { ToolModel } from "@proviso/compiler";
import type { TemplateName } from "../../naming/known-names.ts";
import type { TemplateView } from "../../templates/view.ts";
import { asksWord, changesShort, summary } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import { code, joined, link, type Markdown, phrase, text } from "../../text/markdown.ts";
import { anchorOf, relativePath, toolPage } from "./page-paths.ts";

export type PageView = { readonly [name: string]: TemplateView };

/** A page to render: its path, its template, and what the template shows. */
export interface DocsPage {
  readonly path: string;
  readonly template: TemplateName;
  readonly view: PageView;
}

/** A row in a page's table of groups. */
interface GroupHead {
  readonly path: string;
  readonly name: Markdown;
  readonly meaning: Markdown;
  /** How many tools it has. */
  readonly count: number;
}

/** Some tools that are listed together, on a page or in a section. */
export interface DocsGroup extends Omit<GroupHead, "count"> {
  /** The name as plain text. */
  readonly title: string;
  /** One for each tool. */
  readonly rows: readonly Markdown[];
}

export function toolListPage(group: DocsGroup, order: number): DocsPage {
  const { rows } = group;
  const description = rows.length === 1 ? "1 tool." : `${rows.length} tools.`;
  return {
    path: group.path,
    template: "tool-list",
    view: {
      frontmatter: frontmatter({ title: group.title, description, order }),
      meaning: group.meaning,
      rows: joined(rows, "\n"),
    },
  };
}

/** A page with a section for each group. */
export function sectionsPage(
  path: string,
  title: string,
  description: string,
  groups: readonly DocsGroup[],
  permissions?: ReadonlyMap<string, string>,
): DocsPage {
  return {
    path,
    template: "tool-sections",
    view: {
      frontmatter: frontmatter({ title, description, order: 0, ...(permissions && { permissions }) }),
      intro: text(description),
      groups: groups.map((group) => ({
        heading: anchored(group.path, group.name),
        meaning: group.meaning,
        rows: joined(group.rows, "\n"),
      })),
    },
  };
}

/** A text with the anchor of `address`. */
export function anchored(address: string, name: Markdown): Markdown {
  return phrase`<a id="${anchorOf(address) as Markdown}"></a>${name}`;
}

/** The first page of a folder. */
export function overviewHead(title: string, description: string): TemplateView {
  return frontmatter({ title, description, label: "Overview", order: 0 });
}

/** The line of a group in the first page of its folder. */
export function groupRow(from: string, { path, name, meaning, count }: GroupHead): TemplateView {
  return { name: link(name, relativePath(from, path)), count, meaning };
}

export function toolRow(from: string, tool: ToolModel): PageView {
  const href = relativePath(from, toolPage(tool)) as Markdown;
  return {
    name: phrase`${link(text(tool.title), href)} ${code(tool.name)}`,
    summary: summary(tool),
    risk: text(tool.riskLevel),
    asks: asksWord(tool, href),
    changes: changesShort(tool.sideEffects),
  };
}
