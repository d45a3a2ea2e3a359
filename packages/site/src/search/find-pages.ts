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

/** How a question or an instruction about Proviso begins, or who it is about. */
const how =
  /^\s*(?:how|where|why|what (?:happens|is|does)|(?:does|do|is|are|can|may|must|should) (?:it|the|my|i|you|we|our|there)\b|(?:add|allow|approve|ask|confirm|connect|hide|import|limit|prove|publish|put|require|rotate|run|set|test|use|write)\b)|\b(?:i|my|we)\b/i;
const whichTools = /\b(?:(?:which|what|how many) (?:\w+ )?tools?|tools (?:that|which)|who)\b/i;

const kinds = { tool: 1.4, guide: 1.1, reference: 0.4 };
const kindsForHow = { tool: 0.6, guide: 2.2, reference: 0.4 };
const kindsForTools = { ...kinds, tool: 2.8 };

/** Answers a question, or words: pages, the best first, of each its best section; and the filter of the explorer that shows its tools. */
export function findPages(index: SearchIndex, question: string): Found {
  const concepts = meanings(question);
  if (concepts.length === 0) return { pages: [] };
  const all = index.search(MiniSearch.wildcard).map(pageOf);
  // A name in code, such as `riskReason` or `orders:refund`, is no word by chance.
  const names: readonly string[] = question.match(/\b[a-z]+[A-Z]\w*|\b[a-z]\w*:[a-z]\w*/g) ?? [];
  const isNamed = ({ title, tool }: FoundPage): boolean =>
    names.includes(title) || [title, tool?.name ?? ""].some((name) => plain(name) === plain(question));
  // A tool that there is not: those beside it.
  const [, domain] = /^\s*([a-z]\w*)\.\w+\s*$/i.exec(question) ?? [];
  const isBeside = ({ tool }: FoundPage): boolean =>
    domain !== undefined && tool?.name.startsWith(`${domain.toLowerCase()}.`) === true;
  const { scored, missing } = score(index, concepts);
  // "dry run" asks for a guide, and `dry-run` for the rule about changes.
  const isPlain = !/[a-z][^a-z\s]/.test(question);
  const isAsked = (page: FoundPage): boolean =>
    isNamed(page) && !(isPlain && page.href.includes("/changes/"));
  const isNoName =
    /^\s*[a-z]+(?:_[a-z]+)+\s*$/i.test(question) &&
    (concepts.at(-1) ?? []).every((word) => missing.has(word));
  const asksHow = how.test(question) && !whichTools.test(question);
  const isPage = isNoName || all.some(isNamed) || all.some(isBeside);
  const preset = asksHow || isPage ? undefined : presetFor(question, all);
  const wanted = new Set(preset?.tools.map(({ id }) => id));
  const byKind = asksHow ? kindsForHow : isNoName || whichTools.test(question) ? kindsForTools : kinds;
  const found = scored
    .map(({ page, has, score: words }) => {
      const known = isAsked(page) ? 1000 : isBeside(page) ? 100 : wanted.has(page.id) ? 10 : 1;
      return { page, isWhole: known > 1 || has >= 0.5, score: words * known * byKind[page.kind] };
    })
    .toSorted((one, other) => other.score - one.score);
  const isPartial = preset === undefined && !found.some(({ isWhole }) => isWhole);
  const guides = found.filter(({ page }) => page.kind === "guide");
  // What the filter leaves out is no answer.
  const isLeftOut = ({ id, tool }: FoundPage): boolean =>
    tool !== undefined && wanted.size > 0 && !wanted.has(id);
  const whole = found.filter((each) => isPartial || (each.isWhole && !isLeftOut(each.page)));
  const kept = isPartial && guides.length > 0 ? guides : whole;
  const byPage = [...Map.groupBy(kept, ({ page }) => page.href.replace(/#.*/, "")).values()]
    .flatMap(([best, ...rest]) =>
      best ? { ...best, score: best.score + 0.15 * sum(rest.map((each) => each.score)) } : [],
    )
    .toSorted((one, other) => other.score - one.score);
  const unknown = question
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => meanings(word).some((words) => words.every((each) => missing.has(each))));
  const partly = isPartial ? "No page answers all of this. " : undefined;
  const named = isNoName ? `No tool is named “${question.trim()}”. ` : undefined;
  const doubt = named ?? (unknown.length > 0 ? `No page mentions “${unknown.join("”, “")}”. ` : partly);
  return { preset, doubt, pages: byPage.map(({ page }) => page) };
}

/** Every page with a word that is asked for, its share of the question's words (0 to 1) and its score; and the words that no page has. */
function score(index: SearchIndex, concepts: readonly (readonly string[])[]) {
  const own = new Set(concepts.map(([word]) => word));
  const results = index.search(concepts.flat().join(" "), {
    boost: { title: 4, name: 4, page: 2, about: 2 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.15 : 0),
    boostTerm: (term) => (own.has(term) ? 1 : 0.8),
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
  });
  const known = new Set(results.flatMap(({ queryTerms }) => queryTerms));
  // A word that few pages have says more of what is asked, though a rare one may be found by chance. One that no page has says nothing.
  const weights = concepts.map((words) => {
    const having = results.filter(({ queryTerms }) => words.some((word) => queryTerms.includes(word))).length;
    return having === 0 ? 0 : Math.sqrt(Math.log(1 + index.documentCount / having));
  });
  const asked = weights.filter((weight) => weight > 0).length;
  const scored = results.map((result) => {
    const parts = concepts.map((words) => coverage(words, result));
    const share = sum(parts.map((part, at) => part * (weights[at] ?? 0))) / sum(weights);
    // A page that has more of what is asked comes before one that has a part of it often.
    const points = (result.score * share ** 2) / result.queryTerms.length;
    return { page: pageOf(result), has: parts.filter((part) => part > 0).length / asked, score: points };
  });
  return { scored, missing: new Set(concepts.flat().filter((word) => !known.has(word))) };
}

/** How much of a concept is in a page: a word that is only in a guide's text may be there by chance. */
function coverage(words: readonly string[], { match, queryTerms, ...result }: SearchResult): number {
  if (!words.some((word) => queryTerms.includes(word))) return 0;
  const inHead = Object.entries(match).some(
    ([term, fields]) => words.some((word) => term.startsWith(word)) && fields.some((each) => each !== "text"),
  );
  return inHead || pageOf(result as SearchResult).tool ? 1 : 0.7;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const pageOf = (result: SearchResult): FoundPage => result as unknown as FoundPage;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
