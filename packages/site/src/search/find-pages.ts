import MiniSearch, { type SearchResult } from "minisearch";
import { presetFor, type Preset } from "./preset-for.ts";
import { type FoundPage, meanings, type SearchDocument, searchOptions } from "./search-words.ts";

export type SearchIndex = MiniSearch<SearchDocument>;

/** Loads the index of a site, `search.json`. Throws if there is none. */
export async function loadIndex(address: string): Promise<SearchIndex> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered with ${response.status}`);
  return readIndex(await response.text());
}

export function readIndex(json: string): SearchIndex {
  return MiniSearch.loadJSON(json, searchOptions);
}

interface Found {
  readonly preset?: Preset | undefined;
  readonly pages: readonly FoundPage[];
  readonly isPartial: boolean;
}

const kinds = { tool: 1.2, guide: 1.1, reference: 0.6 };

/**
 * Answers a question, or words: pages, the best first, of each its best section; and the filter of the explorer that shows its tools.
 * `isPartial`: no page has most of what is asked, and these have a part of it.
 */
export function findPages(
  index: SearchIndex,
  question: string,
): Found {
  const concepts = meanings(question);
  if (concepts.length === 0) return { pages: [], isPartial: false };
  const own = new Set(concepts.map(([word]) => word));
  const all = index.search(MiniSearch.wildcard).map(pageOf);
  const asksHow = /^\s*(?:how|where|what (?:happens|is|does))\b/i.test(question);
  const isNamed = ({ title, tool }: FoundPage): boolean =>
    [title, tool?.name ?? ""].some((name) => plain(name) === plain(question));
  const preset = asksHow || all.some(isNamed) ? undefined : presetFor(question, all);
  const wanted = new Set(preset?.tools.map(({ id }) => id));
  const found = index
    .search(concepts.flat().join(" "), {
      boost: { title: 4, name: 4, page: 2, about: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : 0),
      boostTerm: (term) => (own.has(term) ? 1 : 0.6),
      processTerm: (term) => term,
    })
    .map((result) => {
      const page = pageOf(result);
      const isKind = asksHow ? page.kind === "guide" : /\b(?:tools?|who)\b/i.test(question) && page.tool;
      const covered = concepts.filter((words) =>
        words.some((word) => result.queryTerms.includes(word)),
      ).length;
      const boost =
        (isNamed(page) ? 1000 : 1) * (isKind ? 2 : 1) * (wanted.has(page.id) ? 3 : 1) * kinds[page.kind];
      // A page that has more of what is asked comes before one that has a part of it often.
      const share = (covered / concepts.length) ** 2 / result.queryTerms.length;
      const isWhole = isNamed(page) || wanted.has(page.id) || covered * 2 > concepts.length;
      return { page, isWhole, score: result.score * share * boost };
    })
    .toSorted((one, other) => other.score - one.score);
  const isPartial = preset === undefined && !found.some(({ isWhole }) => isWhole);
  const guides = found.filter(({ page }) => page.kind === "guide");
  const kept = isPartial && guides.length > 0 ? guides : found.filter((each) => isPartial || each.isWhole);
  const byPage = Map.groupBy(kept, ({ page }) => page.href.replace(/#.*/, ""));
  return { preset, isPartial, pages: [...byPage.values()].flatMap(([best]) => best?.page ?? []) };
}

const pageOf = (result: SearchResult): FoundPage => result as unknown as FoundPage;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
