import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getCollection } from "astro:content";
import { docs, pages as folders } from "virtual:proviso-site";
import type { PageFacts } from "../facts/page-facts.ts";
import { withImports } from "./with-imports.ts";
import type { PageText } from "./page-markdown.ts";

export interface SitePage extends PageText {
  readonly description: string;
  readonly tool: PageFacts | undefined;
  /** Questions that the page answers, in the words of readers. */
  readonly answers: readonly string[];
}

/** A page of the collection `docs`. */
interface PageEntry {
  readonly id: string;
  readonly filePath?: string;
  readonly body?: string;
  readonly data: {
    readonly title: string;
    readonly description?: string;
    readonly tool?: PageFacts;
    readonly answers?: readonly string[];
  };
}

/** Every page that is written in Markdown, sorted by address. */
export async function allPages(): Promise<readonly SitePage[]> {
  const entries: readonly PageEntry[] = await getCollection("docs");
  const pages = entries
    .filter(({ id }) => id !== "tools")
    .map(({ id, filePath = "", body = "", data }) => {
      const path = filePath.replace(/^.*?content\/docs\//, "");
      return {
        id,
        path,
        title: data.title,
        description: data.description ?? "",
        body: withImports(body, path, folders),
        tool: data.tool,
        answers: data.answers ?? [],
      };
    });
  return [...pages, await listOfDomains()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** On the site, the explorer stands at its address. */
async function listOfDomains(): Promise<SitePage> {
  const path = "tools/index.md";
  const text = await readFile(join(docs, path), "utf8");
  const body = text.replace(/^---\n[^]*?\n---\n/, "");
  return { id: "tools", path, title: "All tools", description: "", body, tool: undefined, answers: [] };
}
