import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getCollection } from "astro:content";
import { generatedDocs } from "../markdown/page-id.ts";
import type { Page } from "./page-markdown.ts";

export interface SitePage extends Page {
  /** Whether it is about a tool that nobody can call. */
  readonly isForbidden: boolean;
}

/** Every page that is written in Markdown, sorted by address. */
export async function allPages(): Promise<readonly SitePage[]> {
  const pages = (await getCollection("docs")).map(async ({ id, filePath = "", body = "", data }) => ({
    id,
    path: filePath.replace(/^.*?content\/docs\//, ""),
    title: data.title,
    isForbidden: data.tool?.riskLevel === "forbidden",
    // The explorer stands where the list of domains would be.
    ...(id === "tools" ? { path: "tools/index.md", body: await listOfDomains() } : { body }),
  }));
  return (await Promise.all(pages)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function listOfDomains(): Promise<string> {
  const text = await readFile(join(process.cwd(), generatedDocs, "tools/index.md"), "utf8");
  return text.replace(/^---\n[^]*?\n---\n/, "");
}
