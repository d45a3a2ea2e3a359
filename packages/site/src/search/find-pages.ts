import MiniSearch, { type SearchResult } from "minisearch";
import { presetFor, type Preset } from "./preset-for.ts";
import { meanings, type SearchDocument, searchOptions } from "./search-words.ts";

export type FoundPage = Omit<SearchDocument, "text">;

export interface Answer {
  /** The tools that a question is about, as a filter of the explorer. */
  readonly preset: Preset | undefined;
  /** The best first; of each page its best section. */
  readonly pages: readonly FoundPage[];
}

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

const weights = { title: 4, name: 4, page: 2, about: 2, text: 1 };
const kinds = { tool: 1.2, guide: 1.1, reference: 0.6 };

/** Answers a question, or words, from the index. */
export function findPages(index: SearchIndex, question: string): Answer {
  const concepts = meanings(question);
  if (concepts.length === 0) return { preset: undefined, pages: [] };
  const own = new Set(concepts.map(([word]) => word));
  const asksHow = /^\s*(?:how|where|what (?:happens|is|does))\b/i.test(question);
  const found = index
    .search(concepts.flat().join(" "), {
      boost: weights,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : 0),
      boostTerm: (term) => (own.has(term) ? 1 : 0.6),
      processTerm: (term) => term,
    })
    .map((result) => ({ page: pageOf(result), score: scoreOf(result, concepts, question, asksHow) }))
    .toSorted((one, other) => other.score - one.score);
  const pages = [...Map.groupBy(found, ({ page }) => page.href.replace(/#.*/, "")).values()].flatMap(
    ([best]) => best?.page ?? [],
  );
  const tools = index.search(MiniSearch.wildcard).map(pageOf);
  const isNamed = pages.some(({ title }) => plain(title) === plain(question));
  return { preset: asksHow || isNamed ? undefined : presetFor(question, tools), pages };
}

/** What the index stores of a document is in its result. */
const pageOf = (result: SearchResult): FoundPage => result as unknown as FoundPage;

/** A page that has more of what is asked comes before one that has a part of it often. */
function scoreOf(
  { score, queryTerms, tool, title, kind }: SearchResult,
  concepts: readonly (readonly string[])[],
  question: string,
  asksHow: boolean,
): number {
  const covered = concepts.filter((words) => words.some((word) => queryTerms.includes(word))).length;
  const isNamed = [title, tool?.name].some((name) => name && plain(name) === plain(question));
  const isWanted = asksHow ? kind === "guide" : /\b(?:tools?|who)\b/i.test(question) && tool;
  return (
    (score / queryTerms.length) *
    (covered / concepts.length) ** 2 *
    kinds[kind as FoundPage["kind"]] *
    (isNamed ? 1000 : 1) *
    (isWanted ? 2 : 1)
  );
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
