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
  /** What no page answers, in a sentence; the pages answer the rest. */
  readonly doubt?: string | undefined;
}

/** How a question about Proviso begins, not about tools. */
const how = /^\s*(?:how|where|why|what (?:happens|is|does)|(?:does|do|is|are) (?:it|the|my|i|you|there))\b/i;

const kinds = { tool: 1.4, guide: 1.1, reference: 0.4 };

/** Answers a question, or words: pages, the best first, of each its best section; and the filter of the explorer that shows its tools. */
export function findPages(index: SearchIndex, question: string): Found {
  const concepts = meanings(question);
  if (concepts.length === 0) return { pages: [] };
  const own = new Set(concepts.map(([word]) => word));
  const all = index.search(MiniSearch.wildcard).map(pageOf);
  const asksHow = how.test(question);
  const isNamed = ({ title, tool }: FoundPage): boolean =>
    [title, tool?.name ?? ""].some((name) => plain(name) === plain(question));
  // A tool that there is not: those beside it.
  const [, domain] = /^\s*([a-z]\w*)\.\w+\s*$/i.exec(question) ?? [];
  const isBeside = ({ tool }: FoundPage): boolean =>
    domain !== undefined && tool?.name.startsWith(`${domain.toLowerCase()}.`) === true;
  const preset = asksHow || all.some(isNamed) || all.some(isBeside) ? undefined : presetFor(question, all);
  const wanted = new Set(preset?.tools.map(({ id }) => id));
  const results = index.search(concepts.flat().join(" "), {
    boost: { title: 4, name: 4, page: 2, about: 2 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.15 : 0),
    boostTerm: (term) => (own.has(term) ? 1 : 0.6),
    processTerm: (term) => term,
  });
  const known = new Set(results.flatMap(({ queryTerms }) => queryTerms));
  const isMissing = (words: readonly string[]): boolean => !words.some((word) => known.has(word));
  const missing = question.split(/[^\p{L}\p{N}]+/u).filter((word) => meanings(word).some(isMissing));
  const found = results
    .map((result) => {
      const page = pageOf(result);
      const isKind = asksHow
        ? page.kind === "guide"
        : /\b(?:(?:which|what) tools?|tools (?:that|which)|who)\b/i.test(question) && page.tool;
      const covered = concepts.map((words) => coverage(words, result)).reduce((sum, each) => sum + each, 0);
      const boost =
        (isNamed(page) ? 1000 : isBeside(page) ? 100 : 1) *
        (isKind ? 2 : 1) *
        (wanted.has(page.id) ? 10 : 1) *
        kinds[page.kind];
      // A page that has more of what is asked comes before one that has a part of it often.
      const share = (covered / concepts.length) ** 2 / result.queryTerms.length;
      const enough = concepts.length === 2 ? 1.5 : concepts.length / 2;
      const isWhole = isNamed(page) || isBeside(page) || wanted.has(page.id) || covered >= enough;
      return { page, isWhole, score: result.score * share * boost };
    })
    .toSorted((one, other) => other.score - one.score);
  const isPartial = preset === undefined && !found.some(({ isWhole }) => isWhole);
  const guides = found.filter(({ page }) => page.kind === "guide");
  const kept = isPartial && guides.length > 0 ? guides : found.filter((each) => isPartial || each.isWhole);
  const byPage = Map.groupBy(kept, ({ page }) => page.href.replace(/#.*/, ""));
  const partly = isPartial ? "No page answers all of this. " : undefined;
  const doubt = missing.length > 0 ? `No page mentions “${missing.join("”, “")}”. ` : partly;
  return { preset, doubt, pages: [...byPage.values()].flatMap(([best]) => best?.page ?? []) };
}

/** How much of a concept is in a page: a word that is only in a guide's text may be there by chance. */
function coverage(words: readonly string[], { match, queryTerms, ...result }: SearchResult): number {
  if (!words.some((word) => queryTerms.includes(word))) return 0;
  const inHead = Object.entries(match).some(
    ([term, fields]) => words.some((word) => term.startsWith(word)) && fields.some((each) => each !== "text"),
  );
  return inHead || pageOf(result as SearchResult).tool ? 1 : 0.5;
}

const pageOf = (result: SearchResult): FoundPage => result as unknown as FoundPage;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
