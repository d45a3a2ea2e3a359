import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getCollection } from "astro:content";
import { docs } from "virtual:proviso-site";
import type { PageFacts } from "../facts/page-facts.ts";
import type { Page } from "./page-markdown.ts";

export interface SitePage extends Page {
  readonly risk: PageFacts["riskLevel"] | undefined;
}

/** A page of the collection `docs`. */
interface PageEntry {
  readonly id: string;
  readonly filePath?: string;
  readonly body?: string;
  readonly data: { readonly title: string; readonly tool?: PageFacts };
}

/** Every page that is written in Markdown, sorted by address. */
export async function allPages(): Promise<readonly SitePage[]> {
  const entries: readonly PageEntry[] = await getCollection("docs");
  const list = await listOfDomains();
  return entries
    .map(({ id, filePath = "", body = "", data }) => ({
      id,
      path: filePath.replace(/^.*?content\/docs\//, ""),
      title: data.title,
      body,
      risk: data.tool?.riskLevel,
      // The explorer stands where the list of domains would be.
      ...(id === "tools" ? { path: "tools/index.md", body: list } : {}),
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function listOfDomains(): Promise<string> {
  const text = await readFile(join(docs, "tools/index.md"), "utf8");
  return text.replace(/^---\n[^]*?\n---\n/, "");
}
