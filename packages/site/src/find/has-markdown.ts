import { getCollection } from "astro:content";
import type { PageFacts } from "../facts/page-facts.ts";

/**
 * Whether a page has a copy in Markdown. Pages that Astro renders itself, such as review packs,
 * have none, and no agent reads of a forbidden tool, or of a domain without any other.
 */
export async function hasMarkdown(entry: {
  readonly id: string;
  readonly body?: string;
  readonly data: { readonly tool?: PageFacts };
}): Promise<boolean> {
  if (!entry.body) return false;
  const inside: readonly (typeof entry)[] = /^tools\/[^/]+$/.test(entry.id)
    ? await getCollection("docs", ({ id }: { readonly id: string }) => id.startsWith(`${entry.id}/`))
    : [entry];
  return inside.length === 0 || inside.some(({ data }) => data.tool?.riskLevel !== "forbidden");
}
