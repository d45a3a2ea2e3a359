import type { ToolModel } from "@proviso/compiler";
import type { TemplateName } from "../known-names.ts";
import type { View } from "../render-template.ts";
import { asksWord, changesShort, summary } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import { code, joined, link, type Markdown, text } from "./markdown.ts";
import { relativePath, toolPage } from "./page-paths.ts";

export type PageView = { readonly [name: string]: View };

/** A page to render: where it goes, by which template, from what. */
export interface Page {
  readonly path: string;
  readonly template: TemplateName;
  readonly view: PageView;
}

/** A page that lists some tools. */
export interface Group {
  readonly path: string;
  readonly title: string;
  /** The title as Markdown. */
  readonly name: Markdown;
  readonly meaning: Markdown;
  /** The lines of its table. */
  readonly tools: readonly { readonly row: Markdown }[];
}

export function toolListPage(group: Group, order: number): Page {
  const description = group.tools.length === 1 ? "1 tool." : `${group.tools.length} tools.`;
  return {
    path: group.path,
    template: "tool-list",
    view: {
      frontmatter: frontmatter({ title: group.title, description, order }),
      meaning: group.meaning,
      rows: joined(
        group.tools.map(({ row }) => row),
        "\n",
      ),
    },
  };
}

/** The first page of a folder. */
export function overviewHead(title: string, description: string): View {
  return frontmatter({ title, description, label: "Overview", order: 0 });
}

export function groupRow(from: string, to: string, name: Markdown, count: number, meaning: Markdown): View {
  return { name: link(name, relativePath(from, to)), count, meaning };
}

export function toolRow(from: string, tool: ToolModel): PageView {
  return {
    name: link(code(tool.name), relativePath(from, toolPage(tool))),
    summary: summary(tool),
    risk: text(tool.riskLevel),
    asks: asksWord(tool),
    changes: changesShort(tool.sideEffects),
  };
}
