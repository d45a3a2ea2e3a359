import type { DataStore, LoaderContext } from "astro/loaders";

/** A page that is no file of the site: Markdown whose first line is its title. */
export interface MarkdownPage {
  readonly id: string;
  readonly markdown: string;
  /** The text in the sidebar, if the title is too long. */
  readonly label?: string;
}

/** The first line becomes the page's title, which Starlight prints. */
export async function loadPage({ id, markdown, label }: MarkdownPage, context: LoaderContext): Promise<void> {
  const [heading = "", ...rest] = markdown.split("\n");
  const body = rest.join("\n").trim();
  const title = heading.replace(/^# /, "");
  const sidebar = label === undefined ? {} : { sidebar: { label } };
  context.store.set({
    id,
    data: await context.parseData({ id, data: { title, editUrl: false, ...sidebar } }),
    body,
    filePath: `src/content/docs/${id}.md`,
    rendered: await context.renderMarkdown(body),
  } satisfies Parameters<DataStore["set"]>[0]);
}
